import { formatNumber } from '#shared/records/catalogue/series/store.ts';
import type { SeriesDecision } from './read.ts';

/** A decision on series as JSON (REP-66). */
export const presentSeriesDecision = ({ year, allocations, madeOn }: SeriesDecision) => ({
  ...{ year, madeOn },
  series: allocations.map(({ series, first, isUsed }) => ({
    ...{ seriesId: series.id, type: series.type, name: series.name, prefix: series.prefix, year: series.year },
    ...{ firstNumber: first, firstNumberFormatted: formatNumber(series, first), isUsed },
  })),
});
