import type * as z from 'zod';
import { presentRecord } from '#shared/base/kernel/records.ts';
import { formatNumber, type Series } from './store.ts';
import type { seriesSchema } from './schema.ts';

/** A series as the API shows it, with the number of its next document. */
export const presentSeries = (series: Series): z.infer<typeof seriesSchema> => ({
  ...presentRecord(series),
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
