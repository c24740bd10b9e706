import * as z from 'zod';
import { recordShape, shownRecord } from '../../kernel/records.ts';
import { SERIES_TYPES } from '../../model/kinds.ts';
import { formatNumber, SERIES_SOURCES, type Series } from './store.ts';

export const seriesSchema = z.object({
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
});

export const presentSeries = (series: Series): z.infer<typeof seriesSchema> => ({
  ...shownRecord(series),
  name: series.name,
  prefix: series.prefix,
  type: series.type,
  year: series.year,
  currentNumber: series.currentNumber,
  nextNumber: series.currentNumber + 1,
  nextNumberFormatted: formatNumber(series, series.currentNumber + 1),
  active: series.active,
  isDefault: series.isDefault,
  source: series.source,
});
