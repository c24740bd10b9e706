import type { SeriesType } from '../kinds.ts';
import type { ListedNumber } from './period.ts';

/** With which number each series of a company begins a year (OMFP 2634/2015, annex 1, pct. 24). Pure. */

/** What of a series the decision depends on. */
export interface DecidedSeries {
  id: string;
  type: SeriesType;
  year: number | null;
  currentNumber: number;
  active: boolean;
}

export interface Allocation<S extends DecidedSeries = DecidedSeries> {
  series: S;
  /** The first number of the year; of one that has not begun, or is not used yet, the next number. */
  first: number;
  /** Whether a document of the year has it already. */
  isUsed: boolean;
}

const ORDER: readonly SeriesType[] = ['invoice', 'credit_note', 'proforma', 'delivery_note', 'receipt', 'cash_payment'];

/**
 * The series of a year: those that numbered documents in it, and, unless it is over, those that can. A series with a year of its own is in
 * that year's decision only, unless it numbered documents in another one.
 *
 * @param listed the documents of each series, by its id
 */
export function allocationsOf<S extends DecidedSeries>(
  all: readonly S[],
  listed: ReadonlyMap<string, readonly ListedNumber[]>,
  { year, current }: { year: number; current: number },
): Allocation<S>[] {
  const allocations = all.flatMap((series): Allocation<S>[] => {
    const own = (listed.get(series.id) ?? []).filter(({ day }) => day.startsWith(`${year}-`));
    if (own.length > 0) return [{ series, first: Math.min(...own.map(({ sequence }) => sequence)), isUsed: true }];
    const isUsable = series.active && year >= current && (series.year ?? year) === year;
    return isUsable ? [{ series, first: series.currentNumber + 1, isUsed: false }] : [];
  });
  // In the order of the series: by age.
  return ORDER.flatMap(type => allocations.filter(({ series }) => series.type === type));
}
