import type { AreaDescriptions } from '../model.ts';

const date =
  'Day of the rates, not in the future; by default today in Bucharest. If none were published that day, those of the last day before.';
const REFUSED = '422 for a day in the future or before the first day with rates; 503 if there are no rates yet.';

export const exchangeRates: AreaDescriptions = {
  operations: {
    'exchange-rates-list': {
      description: `The rates that the national bank published for a day. ${REFUSED}`,
      parameters: { date },
    },
    'exchange-rates-convert': {
      description: `Converts an amount through RON. Equal currencies have the rate 1. ${REFUSED} 422 also for a currency that the national bank did not quote
that day.`,
      parameters: {
        amount: 'The amount, above 0.',
        from: 'Its currency by ISO 4217.',
        to: 'The currency to convert to.',
        date,
      },
    },
  },
  schemas: {
    ExchangeRates: {
      description: 'Exchange rates of a day.',
      fields: { base: 'The currency in which rates are stated: always `RON`.' },
    },
    CurrencyConversion: {
      description: 'A converted amount.',
      fields: { amount: 'The amount.', from: 'Its currency.', to: 'The currency of the result.' },
    },
  },
};
