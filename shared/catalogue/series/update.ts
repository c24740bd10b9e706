import { instant } from '../../kernel/clock.ts';
import { changeSet, type RecordSet } from '../../store/record-set.ts';
import type { CompanyId } from '../../store/table.ts';
import type { Commit } from '../../store/transact.ts';
import { changeSeries, type SeriesChange } from './rules.ts';
import { type Series, seriesSet } from './store.ts';

/** Changes a series, but not its counters of documents. @throws 404, 422 by `changeSeries` */
export const updateSeries = (
  company: CompanyId,
  loaded: RecordSet<Series>,
  id: string,
  change: SeriesChange,
  commit: Commit<Series>,
): Promise<Series> => changeSet(seriesSet, company, loaded, all => changeSeries(all, id, change, instant()), commit);
