import { conflict, invalidFields, notFound, validation } from '#shared/base/kernel/errors.ts';
import { trimmedEnd } from '#shared/base/kernel/trim.ts';
import type { SeriesType } from '#shared/model/kinds.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { type RecordSet, readSet, type SetArea } from '#shared/platform/store/record-set.ts';
import { type CompanyId, companyKey, type Item, type Key } from '#shared/platform/store/table.ts';
import { create, decidedOn, remove, update, type Write } from '#shared/platform/store/transact.ts';

/** Document series (REC-51 to REC-62). Item `C#<company>` / `SERIES#<id>`; version of the set: `SERIES#`. */

export const SERIES_SOURCES = ['default', 'manual', 'taxauth', 'import'] as const;

export interface Series {
  id: string;
  name: string;
  prefix: string;
  type: SeriesType;
  /** Only printed as part of the number; numbers do not restart with it. */
  year: number | null;
  /** The last number taken, or set by a user. */
  currentNumber: number;
  /** The highest number that a document has; 0 if none has one. `currentNumber` is never below it. */
  highestUsed: number;
  active: boolean;
  isDefault: boolean;
  source: (typeof SERIES_SOURCES)[number];
  /** The latest date of a document that took a number; absent while none has, or none since the field is kept. */
  latestDate?: string;
  /** The hash of the last issue that took a number (documents/timeline-hashes.ts). */
  lastHash?: string | null;
  /**
   * Number of documents that use the series but are not counted in its shards (uses.ts), because they chose it only when they took
   * a number.
   */
  usedCount: number;
  createdAt: string;
  updatedAt: string;
}

export const SERIES_PREFIX = 'SERIES#';

export const seriesKey = (company: CompanyId, id: string): Key => companyKey(company, `${SERIES_PREFIX}${id}`);

export const seriesItem = (company: CompanyId, series: Series): Item & Record<string, unknown> => ({
  ...seriesKey(company, series.id),
  kind: 'series',
  data: series,
});

/** All series of a company, oldest first, with the version of the set. */
export const readSeriesSet = (company: CompanyId): Promise<RecordSet<Series>> => readSet<Series>(company, SERIES_PREFIX);

/** All series of a company, oldest first: one query. */
export const readSeries = async (company: CompanyId): Promise<Series[]> => (await readSeriesSet(company)).records;

export const readSeriesById = async (company: CompanyId, id: string): Promise<Series | undefined> =>
  (await getItem<Item & { data: Series }>(seriesKey(company, id)))?.data;

export const belowHighestUsed = (highest: number) =>
  invalidFields({ currentNumber: [`must not be below ${highest}, the highest number used`] });

export const seriesInUse = () =>
  conflict('The series is used by documents and cannot be removed; deactivate it instead.', { reason: 'series_in_use' });

const dataOf = (found: Record<string, unknown> | undefined): Series | undefined => found?.['data'] as Series | undefined;

/** Writes only the fields that users edit, not the counters: documents may take numbers concurrently. */
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

/** How the series of a company are stored as a set. */
export const seriesSet: SetArea<Series> = {
  prefix: SERIES_PREFIX,
  read: readSeriesSet,
  write: (company, before, after) => {
    if (before && after) return changed(company, before, after);
    if (after) return create(seriesItem(company, after));
    const asRead = {
      expression: '#data.usedCount = :used',
      names: { '#data': 'data' },
      values: { ':used': before?.usedCount ?? 0 },
    };
    return remove(seriesKey(company, before?.id ?? ''), asRead);
  },
};

/** The prefix without one trailing run of separators. */
export const bareNumberPrefix = (prefix: string): string => trimmedEnd(prefix, '-/._ ');

/**
 * The printed form of a number: prefix without trailing separators, year if set, and the number padded to three digits, joined by
 * `-` (REC-52).
 */
export const formatNumber = (series: Pick<Series, 'prefix' | 'year'>, number: number): string =>
  [bareNumberPrefix(series.prefix), series.year, String(number).padStart(3, '0')]
    .filter(part => part !== null && part !== '')
    .join('-');

/**
 * The series of a document: the one with the given id, else the default of the type, else the oldest active one of the type;
 * undefined when there is none.
 *
 * @param field name of the id's field in the request, for error messages
 * @throws 404 for an unknown id; 422 for a series that is inactive or of another type
 */
export function chooseSeries(
  all: Series[],
  type: SeriesType,
  id: string | null | undefined,
  field = 'documentSeriesId',
): Series | undefined {
  if (id != null) {
    const named = all.find(series => series.id === id);
    if (!named) throw notFound('Document series');
    if (named.type !== type) throw refusedSeries(field, `is of type ${named.type}; a series of type ${type} is needed`);
    if (!named.active) throw refusedSeries(field, 'is inactive');
    return named;
  }
  const usable = all.filter(series => series.type === type && series.active);
  return usable.find(series => series.isDefault) ?? usable.toSorted(oldestFirst)[0];
}

const refusedSeries = (field: string, message: string) => validation(`The document series ${message}.`, { [field]: [message] });

export const oldestFirst = (a: { createdAt: string; id: string }, b: { createdAt: string; id: string }): number =>
  a.createdAt === b.createdAt ? (a.id < b.id ? -1 : 1) : a.createdAt < b.createdAt ? -1 : 1;

/**
 * The write that takes the number after `currentNumber` of the series as it was read; part of the transaction that issues the
 * document. It fails with `ConditionFailed` when another document was issued, or a user set the counter or deactivated the series
 * in between.
 *
 * @param issue the date of the document, and the hash of its issue, to which the next issue is chained
 * @param named whether the document already used the series as a draft, and was counted then
 */
export const takeNumber = (
  company: CompanyId,
  series: Series,
  named: boolean,
  { date, hash }: { date: string; hash: string | null },
): Write =>
  decidedOn(
    update(seriesKey(company, series.id), {
      expression: `SET #data.currentNumber = :next, #data.highestUsed = :next, #data.usedCount = #data.usedCount + :more, #data.lastHash = :hash, #data.latestDate = :date`,
      names: { '#data': 'data' },
      values: {
        ':next': series.currentNumber + 1,
        ':current': series.currentNumber,
        ':true': true,
        ':more': named ? 0 : 1,
        ':hash': hash,
        ':date': latestOf(series.latestDate, date),
      },
      condition: '#data.currentNumber = :current AND #data.active = :true',
    }),
  );

const latestOf = (known: string | undefined, date: string): string => (known !== undefined && known > date ? known : date);

/** The next number of a document's series; null when the document has no series. */
export function nextNumberOf({ seriesId }: { seriesId: string | null }, series: readonly Series[]): number | null {
  const own = series.find(one => one.id === seriesId);
  return own ? own.currentNumber + 1 : null;
}
