import * as z from 'zod';
import { day, instant, namedPersonSchema } from '#shared/base/kernel/schema.ts';

/** Response schema of the period lock. */
export const periodLockSchema = z
  .object({
    closedUntil: day().nullable().describe('The last closed day; null: nothing is closed.'),
    firstOpenDay: day().nullable(),
    changes: z
      .array(
        z.object({
          at: instant(),
          by: namedPersonSchema,
          from: day().nullable(),
          to: day().nullable(),
          reason: z.string().nullable(),
        }),
      )
      .describe('The last 50, newest first.'),
  })
  .meta({ id: 'PeriodLock' });
