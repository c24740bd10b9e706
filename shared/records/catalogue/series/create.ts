import { instant } from '#shared/base/kernel/clock.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { changeSet, type RecordSet } from '#shared/platform/store/record-set.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import { addSeries, type SeriesInput } from './rules.ts';
import { type Series, seriesSet } from './store.ts';

/** Adds a series. @throws 422 by `addSeries` */
export const createSeries = (
  company: CompanyId,
  loaded: RecordSet<Series>,
  input: SeriesInput,
  commit: Commit<Series>,
): Promise<Series> => changeSet(seriesSet, company, loaded, all => addSeries(all, input, newId(), instant()), commit);
