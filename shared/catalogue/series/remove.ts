import { instant } from '../../kernel/clock.ts';
import { changeSet, type RecordSet } from '../../store/record-set.ts';
import type { CompanyId } from '../../store/table.ts';
import type { Commit } from '../../store/transact.ts';
import { removeSeries } from './rules.ts';
import { type Series, seriesSet } from './store.ts';

/** Removes a series that no document names. @throws 404, 409 */
export const deleteSeries = (company: CompanyId, loaded: RecordSet<Series>, id: string, commit: Commit<void>): Promise<void> =>
  changeSet(seriesSet, company, loaded, all => removeSeries(all, id, instant()), commit);
