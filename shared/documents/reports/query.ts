import * as z from 'zod';
import { today } from '#shared/base/kernel/clock.ts';
import { paging } from '#shared/platform/lambda/endpoint/request.ts';

export const role = () => z.enum(['sale', 'purchase'], 'must be sale or purchase');

/** Whether a report is answered as a file, and how that states numbers. */
export const csvOptions = () => ({
  format: z.enum(['json', 'csv'], 'must be json or csv').default('json'),
  decimals: z.enum(['point', 'comma'], 'must be point or comma').default('point'),
});

/** The query of a journal: sales or purchases, a month, by default the current one; a page of it, or its CSV. */
export const journalQuery = () =>
  z.object({
    role: role().default('sale'),
    period: z
      .string()
      .regex(/^[12]\d{3}-(0[1-9]|1[0-2])$/, 'must be a month in the form YYYY-MM')
      .optional()
      .transform(period => period ?? today().slice(0, 7)),
    ...csvOptions(),
    ...paging(),
  });
