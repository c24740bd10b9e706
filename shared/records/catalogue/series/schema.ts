import * as z from 'zod';
import { recordShape } from '#shared/base/kernel/schema.ts';
import { SERIES_TYPES } from '#shared/model/kinds.ts';
import { SERIES_SOURCES } from './store.ts';

/** Response schema of document series. */

export const seriesSchema = z
  .object({
    ...recordShape,
    name: z.string(),
    prefix: z.string(),
    type: z.enum(SERIES_TYPES),
    year: z.number().nullable(),
    currentNumber: z.number(),
    nextNumber: z.number(),
    nextNumberFormatted: z.string(),
    active: z.boolean(),
    isDefault: z.boolean(),
    source: z.enum(SERIES_SOURCES),
  })
  .meta({ id: 'DocumentSeries' });
