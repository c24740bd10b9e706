import { instant } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { changeSet, type RecordSet } from '../../store/record-set.ts';
import type { CompanyId } from '../../store/table.ts';
import type { Commit } from '../../store/transact.ts';
import { addSeries, type SeriesInput } from './rules.ts';
import { type Series, seriesSet } from './store.ts';

/** Adds a series. @throws 422 by `addSeries` */
export const createSeries = (
  company: CompanyId,
  loaded: RecordSet<Series>,
  input: SeriesInput,
  commit: Commit<Series>,
): Promise<Series> => changeSet(seriesSet, company, loaded, all => addSeries(all, input, newId(), instant()), commit);
