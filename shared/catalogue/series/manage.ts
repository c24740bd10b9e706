import { instant } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { changeSet, type RecordSet, type SetArea } from '../../store/record-set.ts';
import type { CompanyId } from '../../store/table.ts';
import { type Commit, create, remove, update, type Write } from '../../store/transact.ts';
import {
  addSeries,
  belowHighestUsed,
  changeSeries,
  makeDefault,
  removeSeries,
  type SeriesChange,
  type SeriesInput,
  seriesInUse,
} from './rules.ts';
import { readSeriesSet, SERIES_PREFIX, type Series, seriesItem, seriesKey } from './store.ts';

const dataOf = (found: Record<string, unknown> | undefined): Series | undefined => found?.['data'] as Series | undefined;

/** Writes what management owns and leaves the counters to the documents, which take numbers while settings are edited. */
function changed(company: CompanyId, before: Series, after: Series): Write {
  const renumbered = before.currentNumber !== after.currentNumber;
  return update(
    seriesKey(company, after.id),
    {
      expression:
        'SET #data.#name = :name, #data.active = :active, #data.isDefault = :default, #data.updatedAt = :at' +
        (renumbered ? ', #data.currentNumber = :number' : ''),
      names: { '#data': 'data', '#name': 'name' },
      values: {
        ':name': after.name,
        ':active': after.active,
        ':default': after.isDefault,
        ':at': after.updatedAt,
        ...(renumbered && { ':number': after.currentNumber }),
      },
      condition: renumbered ? '#data.highestUsed <= :number' : 'attribute_exists(pk)',
    },
    renumbered ? found => belowHighestUsed(dataOf(found)?.highestUsed ?? 0) : undefined,
  );
}

const area: SetArea<Series> = {
  prefix: SERIES_PREFIX,
  read: readSeriesSet,
  write: (company, before, after) => {
    if (before && after) return changed(company, before, after);
    if (after) return create(seriesItem(company, after));
    const unused = { expression: '#data.usedCount = :none', names: { '#data': 'data' }, values: { ':none': 0 } };
    return remove(seriesKey(company, before?.id ?? ''), unused, seriesInUse);
  },
};

type Loaded = RecordSet<Series>;

export const createSeries = (company: CompanyId, loaded: Loaded, input: SeriesInput, commit: Commit<Series>): Promise<Series> =>
  changeSet(area, company, loaded, all => addSeries(all, input, newId(), instant()), commit);

export const updateSeries = (
  company: CompanyId,
  loaded: Loaded,
  id: string,
  change: SeriesChange,
  commit: Commit<Series>,
): Promise<Series> => changeSet(area, company, loaded, all => changeSeries(all, id, change, instant()), commit);

export const setDefaultSeries = (company: CompanyId, loaded: Loaded, id: string, commit: Commit<Series>): Promise<Series> =>
  changeSet(area, company, loaded, all => makeDefault(all, id, instant()), commit);

export const deleteSeries = (company: CompanyId, loaded: Loaded, id: string, commit: Commit<void>): Promise<void> =>
  changeSet(area, company, loaded, all => removeSeries(all, id, instant()), commit);
