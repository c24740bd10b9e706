import * as z from 'zod';
import { currency, date, numeric } from '#shared/base/kernel/fields.ts';
import { decimal, MAX_AMOUNT } from '#shared/base/kernel/money.ts';

/** Queries for exchange rates (REC-85 to REC-88). */

const day = () => date().optional();

export const ratesQuery = z.object({ date: day() });

export const convertQuery = z.object({
  amount: numeric()
    .refine(value => decimal(value).gt(0), 'must be greater than 0')
    .refine(value => decimal(value).lte(MAX_AMOUNT), `must be at most ${MAX_AMOUNT}`),
  from: currency(),
  to: currency(),
  date: day(),
});
