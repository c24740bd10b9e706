import { instant } from '#shared/base/kernel/clock.ts';
import { changeSet, type RecordSet } from '#shared/platform/store/record-set.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import { makeDefault } from './rules.ts';
import { type Series, seriesSet } from './store.ts';

/** Makes a series the default of its type. @throws 404; 409 when it is inactive */
export const setDefaultSeries = (
  company: CompanyId,
  loaded: RecordSet<Series>,
  id: string,
  commit: Commit<Series>,
): Promise<Series> => changeSet(seriesSet, company, loaded, all => makeDefault(all, id, instant()), commit);
