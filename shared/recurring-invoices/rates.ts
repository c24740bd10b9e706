import { rateBefore } from '../exchange-rates/read.ts';
import type { Rate, Rates } from './prices.ts';

/** The last rates that were published before a day, as far as there are some. In parallel, out of one set. */
export async function ratesBefore(day: string, currencies: readonly string[]): Promise<Rates> {
  const read = await Promise.all(
    currencies.map(async (currency): Promise<[string, Rate][]> => {
      const found = await rateBefore(day, currency);
      return found ? [[currency, { currency, ...found }]] : [];
    }),
  );
  return new Map(read.flat());
}
