import * as z from 'zod';
import { day } from '#shared/base/kernel/schema.ts';

/** Response schemas of exchange rates. */

const publication = () =>
  day().describe(
    'The day of publication: the requested day, or the last day before it with a publication. The national bank publishes every working day after 13:00 in Bucharest; until then, today has the rates of the last working day. A document uses the rates that were published before its date.',
  );

export const ratesSchema = z
  .object({
    date: publication(),
    base: z.literal('RON'),
    rates: z
      .record(z.string(), z.number())
      .describe(
        'RON for one unit of each currency: 4 decimals, and 6 for currencies that the bank quotes per 100 units, such as HUF.',
      ),
    stale: z.boolean().describe('True when a later set is due but could not be fetched from the source yet.'),
  })
  .meta({ id: 'ExchangeRates' });

export const conversionSchema = z
  .object({
    amount: z.number(),
    from: z.string(),
    to: z.string(),
    result: z.number().describe('Rounded to 2 decimals, from the exact rate.'),
    rate: z.number().describe('Units of `to` for one unit of `from`, through RON: 4 decimals, or 6 when it is below 0.1.'),
    date: publication(),
  })
  .meta({ id: 'CurrencyConversion' });
