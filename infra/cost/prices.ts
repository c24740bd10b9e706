import prices from './prices.json' with { type: 'json' };

/** What a unit of each service costs, in US dollars: prices.json, which an operator edits. */
export type Prices = Omit<typeof prices, 'about'>;

export const PRICES: Prices = prices;
