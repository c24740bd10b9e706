import { today } from '#shared/base/kernel/clock.ts';
import { type Allocation, allocationsOf } from '#shared/model/register/decision.ts';
import { readSeries, type Series } from '#shared/records/catalogue/series/store.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { readNumbered, readSnapshots } from '../control-file/listed.ts';

/** The decision by which a company allocates series and numbers for a year (REP-66). */
export interface SeriesDecision {
  year: number;
  allocations: Allocation<Series>[];
  /** The day on which it was made, `YYYY-MM-DD`. */
  madeOn: string;
}

/** Reads the series, and what they have numbered: two round trips, and one for each MB of receipts. */
export async function readSeriesDecision(company: CompanyId, year: number): Promise<SeriesDecision> {
  const [all, snapshots] = await Promise.all([readSeries(company), readSnapshots(company)]);
  const listed = await readNumbered(company, all, snapshots, year);
  const day = today();
  const current = Number(day.slice(0, 4));
  return { year, allocations: allocationsOf(all, listed, { year, current }), madeOn: day };
}
