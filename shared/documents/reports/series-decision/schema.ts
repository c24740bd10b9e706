import * as z from 'zod';
import { day, uuid } from '#shared/base/kernel/schema.ts';
import { SERIES_TYPES } from '#shared/model/kinds.ts';

/** Response schema of a decision on series (REP-66). */
export const seriesDecisionSchema = z
  .object({
    year: z.number(),
    madeOn: day(),
    series: z.array(
      z.object({
        seriesId: uuid(),
        type: z.enum(SERIES_TYPES),
        name: z.string(),
        prefix: z.string(),
        year: z.number().nullable(),
        firstNumber: z.number(),
        firstNumberFormatted: z.string(),
        isUsed: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'SeriesDecision' });
