import * as z from 'zod';

/** What answers about exchange rates hold. */

const publication = () =>
  z
    .string()
    .describe(
      'The day of publication: the day asked for, else the last one before it with a publication. The national bank publishes every working day after 13:00 in Bucharest; before that, today has the rates of the last working day. A document of a day takes the rates that were published before that day.',
    );

export const ratesSchema = z.object({
  date: publication(),
  base: z.literal('RON'),
  rates: z
    .record(z.string(), z.number())
    .describe(
      'RON for one unit of each currency: 4 decimals, and 6 for currencies that the bank quotes per 100 units, such as HUF.',
    ),
  stale: z.boolean().describe('A later set is due and has not been had from the source; this one is older than it should be.'),
});

export const conversionSchema = z.object({
  amount: z.number(),
  from: z.string(),
  to: z.string(),
  result: z.number().describe('Rounded to 2 decimals, from the exact rate.'),
  rate: z.number().describe('Units of `to` for one of `from`, by way of RON: 4 decimals, 6 where it is below 0.1.'),
  date: publication(),
});
