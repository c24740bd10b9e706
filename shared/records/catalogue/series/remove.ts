import { instant } from '#shared/base/kernel/clock.ts';
import { changesOf, mustHave, type RecordSet } from '#shared/platform/store/record-set.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { type Commit, retryOnContention } from '#shared/platform/store/transact.ts';
import { removeSeries } from './rules.ts';
import { readSeriesSet, type Series, seriesSet } from './store.ts';
import { closeSeriesUses, countedUses, readSeriesUses, type SeriesUses } from './uses.ts';

export interface RemovalFacts {
  set: RecordSet<Series>;
  uses: SeriesUses;
}

/** Reads what the removal of a series depends on: two queries in parallel. @throws 404 */
export async function readForRemoval(company: CompanyId, id: string): Promise<RemovalFacts> {
  const [set, uses] = await Promise.all([readSeriesSet(company), readSeriesUses(company, id)]);
  return { set: mustHave(set, id, 'Document series'), uses };
}

/** Removes a series that no document uses; a document that is created concurrently cannot start to use it. @throws 404, 409 */
export const deleteSeries = (company: CompanyId, loaded: RemovalFacts, id: string, commit: Commit<void>): Promise<void> =>
  retryOnContention(async attempt => {
    const { set, uses } = attempt === 0 ? loaded : await readForRemoval(company, id);
    const { records, result } = removeSeries(set.records, id, countedUses(uses), instant());
    return commit([...changesOf(seriesSet, company, set, records), ...closeSeriesUses(company, id, uses)], result);
  });
