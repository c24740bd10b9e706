import * as z from 'zod';
import { today } from '#shared/base/kernel/clock.ts';

/** Years that a decision can be of: those for which the law has documents kept, and the next one, which is decided before it begins. */
const YEARS_BACK = 6;

/** What a decision is asked with, as the service itself states it: the year, as text. */
export const seriesDecisionAsked = z.object({ year: z.string() });

/** The query of a decision on series (REP-66). */
export const seriesDecisionQuery = () =>
  z
    .object({
      year: z
        .string()
        .regex(/^\d{4}$/, 'must be a year in the form YYYY')
        .optional(),
      format: z.enum(['json', 'pdf'], 'must be json or pdf').default('json'),
    })
    .transform(({ year, format }) => ({ year: Number(year ?? today().slice(0, 4)), format }))
    .superRefine(({ year }, context) => {
      const current = Number(today().slice(0, 4));
      const [first, last] = [current - YEARS_BACK, current + 1];
      if (year < first || year > last)
        context.addIssue({ code: 'custom', path: ['year'], message: `must be from ${first} to ${last}` });
    });
