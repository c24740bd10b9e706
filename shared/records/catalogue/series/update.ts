import type { Actor } from '#shared/platform/access/model.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { changeSet, type RecordSet } from '#shared/platform/store/record-set.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import { counterChangeWrite } from './counter-changes.ts';
import { changeSeries, type SeriesChange } from './rules.ts';
import { type Series, seriesSet } from './store.ts';

/**
 * Changes a series, but not its counters of documents. A change of the number to continue with is recorded, with who made it, in
 * the same transaction.
 *
 * @throws 404, 422 by `changeSeries`
 */
export function updateSeries(
  company: CompanyId,
  loaded: RecordSet<Series>,
  id: string,
  change: SeriesChange,
  { userId, name, email }: Actor,
  commit: Commit<Series>,
): Promise<Series> {
  let from = 0;
  const at = instant();
  const changed = (all: Series[]) => {
    from = all.find(one => one.id === id)?.currentNumber ?? 0;
    return changeSeries(all, id, change, at);
  };
  return changeSet(seriesSet, company, loaded, changed, (writes, series) => {
    const { currentNumber: to } = series;
    const record = { from, to, reason: change.reason ?? null, by: { id: userId, name, email }, at };
    return commit(to === from ? writes : [...writes, counterChangeWrite(company, id, record)], series);
  });
}
