import * as z from 'zod';
import { EARLIEST_DATE, isDate } from '#shared/base/kernel/dates.ts';
import { badRequest, type FieldErrors } from '#shared/base/kernel/errors.ts';
import type { Period } from '#shared/model/fiscal/sales.ts';

/** The query of the report of sales. Its values are checked by `periodOf`, because what is invalid is 400 here (REP-10). */
export const salesQuery = () => z.object({ dateFrom: z.string().optional(), dateTo: z.string().optional() });

/**
 * The period of a query: at most 12 months.
 *
 * @throws 400 for a day that is missing or none, an end before the begin, and a longer period
 */
export function periodOf({ dateFrom = '', dateTo = '' }: z.output<ReturnType<typeof salesQuery>>): Period {
  const errors: FieldErrors = {};
  for (const [name, value] of Object.entries({ dateFrom, dateTo }))
    if (!isDate(value) || value < EARLIEST_DATE)
      errors[name] = [`must be a date in the form YYYY-MM-DD, from ${EARLIEST_DATE} on`];
  if (Object.keys(errors).length === 0) {
    const limit = `${Number(dateFrom.slice(0, 4)) + 1}${dateFrom.slice(4)}`;
    if (dateTo < dateFrom) errors['dateTo'] = ['must not be before dateFrom'];
    else if (dateTo >= limit) errors['dateTo'] = ['must be at most 12 months after dateFrom'];
  }
  if (Object.keys(errors).length > 0) throw badRequest(`Invalid or missing: ${Object.keys(errors).join(', ')}.`, errors);
  return { dateFrom, dateTo };
}
