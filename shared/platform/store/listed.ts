import type { ItemKind } from '#shared/base/vocabulary/item-kinds.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { collated } from '#shared/base/kernel/collate.ts';
import { found, notFound } from '#shared/base/kernel/errors.ts';
import { isId } from '#shared/base/kernel/ids.ts';
import { count } from './counts.ts';
import { keyText } from './key-text.ts';
import { getItem, getItems, queryRows } from './read.ts';
import { type CompanyId, companyKey, type Item, type Key } from './table.ts';
import { type Commit, commitPlainly, create, remove, retryOnContention, update, type Write } from './transact.ts';

/**
 * Records of a company that are listed by name. Each is one item in an index, whose `row` has the record with its statistics. A lookup item
 * makes one of its values unique in the company, and a counter has their number. A removed record stays stored but is in no list,
 * and its value is free again. Statistics of documents are stored beside a record and do not change its version.
 */
export interface ListedRecord {
  id: string;
  version: number;
  name: string;
  deletedAt: string | null;
}

export interface ListedArea<T extends ListedRecord, S> {
  /** The name in error messages, singular. */
  what: string;
  kind: ItemKind;
  /** The prefix of keys, index partition and counter, such as `CLIENT`. */
  counted: string;
  /** The statistics of a new record. */
  newStats: S;
  /** The value that must be unique in the company, normalized for comparison; null if the record has none. */
  uniqueValue(record: T): string | null;
  /** The error if another record has the value. */
  taken(): Error;
}

/** A record in lists. */
export interface ListedRow<T, S> {
  record: T;
  stats: S;
}

export type ListedItem<T, S> = Item & { row: ListedRow<T, S> };

/** The part of an area that determines its keys and index partitions. */
type Place = Pick<ListedArea<ListedRecord, unknown>, 'counted'>;

export const recordKey = (area: Place, company: CompanyId, id: string): Key => companyKey(company, `${area.counted}#${id}`);

/** The index partition that lists a company's records, by name. */
const listPartition = (area: Place, company: CompanyId): string => `C#${company}#${area.counted}`;

const uniqueKey = (area: Place, company: CompanyId, value: string): Key =>
  companyKey(company, `UNIQUE#${area.counted}#${keyText(value)}`);

const sortKeyOf = (record: ListedRecord): string => `${keyText(collated(record.name))}#${record.id}`;

/** The item of a record, unless it was removed. */
export async function readListed<T extends ListedRecord, S>(
  area: Place,
  company: CompanyId,
  id: string,
): Promise<ListedItem<T, S> | undefined> {
  const item = await getItem<ListedItem<T, S>>(recordKey(area, company, id));
  return item?.row.record.deletedAt === null ? item : undefined;
}

/** The record with this unique value, if there is one. */
export async function findUnique<T extends ListedRecord, S>(
  area: Place,
  company: CompanyId,
  value: string,
): Promise<T | undefined> {
  const lookup = await getItem<Item & { recordId: string }>(uniqueKey(area, company, value));
  return lookup && (await readListed<T, S>(area, company, lookup.recordId))?.row.record;
}

/** The rows of a company's records, by name. */
export const listedRows = <T, S>(
  area: Place,
  company: CompanyId,
  options: { descending?: boolean; limit?: number; offset?: number },
): Promise<ListedRow<T, S>[]> => queryRows<ListedRow<T, S>>('gsi1', { partition: listPartition(area, company) }, options);

/**
 * The parts of an update that add to statistics of a record. A statistic that a record does not have yet counts as 0.
 *
 * @param added by the names of the statistics; those of 0 are left out
 */
export function statsAddition(added: object): { sets: string[]; names: Record<string, string>; values: Record<string, number> } {
  const entries = Object.entries(added as Record<string, number>).filter(([, by]) => by !== 0);
  return {
    sets: entries.map(([name], place) => `#row.#stats.${name} = if_not_exists(#row.#stats.${name}, :zero) + :by${place}`),
    names: entries.length > 0 ? { '#row': 'row', '#stats': 'stats' } : {},
    values: entries.length > 0 ? { ':zero': 0, ...Object.fromEntries(entries.map(([, by], place) => [`:by${place}`, by])) } : {},
  };
}

/** The writes of a new record. If the value is taken, the transaction throws `refused()`, or `ConditionFailed` without it. */
export function createWrites<T extends ListedRecord, S>(
  area: ListedArea<T, S>,
  company: CompanyId,
  record: T,
  refused?: () => Error,
): Write[] {
  const row: ListedRow<T, S> = { record, stats: area.newStats };
  return [
    create({
      ...recordKey(area, company, record.id),
      kind: area.kind,
      version: record.version,
      row,
      gsi1pk: listPartition(area, company),
      gsi1sk: sortKeyOf(record),
    }),
    ...claim(area, company, record, refused),
    count(company, area.counted, 1),
  ];
}

function claim<T extends ListedRecord, S>(area: ListedArea<T, S>, company: CompanyId, record: T, refused?: () => Error): Write[] {
  const value = area.uniqueValue(record);
  return value === null ? [] : [create({ ...uniqueKey(area, company, value), kind: 'unique', recordId: record.id }, refused)];
}

function free<T extends ListedRecord, S>(area: ListedArea<T, S>, company: CompanyId, record: T): Write[] {
  const value = area.uniqueValue(record);
  return value === null ? [] : [remove(uniqueKey(area, company, value))];
}

/** The writes that replace a record by its next version; `after.version` is that of `before` plus one. */
export function changeWrites<T extends ListedRecord, S>(
  area: ListedArea<T, S>,
  company: CompanyId,
  before: T,
  after: T,
): Write[] {
  const moved = area.uniqueValue(before) !== area.uniqueValue(after);
  return [
    update(recordKey(area, company, after.id), {
      expression: 'SET #row.#record = :record, #version = :next, gsi1sk = :sort',
      names: { '#row': 'row', '#record': 'record', '#version': 'version' },
      values: { ':record': after, ':next': after.version, ':version': before.version, ':sort': sortKeyOf(after) },
      condition: '#version = :version',
    }),
    ...(moved ? [...free(area, company, before), ...claim(area, company, after, area.taken)] : []),
  ];
}

/** The writes that remove a record from lists and free its value; the caller adds the write of the counter. */
function hideWrites<T extends ListedRecord, S>(area: ListedArea<T, S>, company: CompanyId, record: T): Write[] {
  return [
    update(recordKey(area, company, record.id), {
      expression: 'SET #row.#record.deletedAt = :at, #row.#record.#version = :next, #version = :next REMOVE gsi1pk, gsi1sk',
      names: { '#row': 'row', '#record': 'record', '#version': 'version' },
      values: { ':at': instant(), ':next': record.version + 1, ':version': record.version },
      condition: '#version = :version',
    }),
    ...free(area, company, record),
  ];
}

/** The writes that erase a record, which is in lists or was removed from them. They fail when it has changed since it was read. */
export function eraseWrites<T extends ListedRecord, S>(area: ListedArea<T, S>, company: CompanyId, record: T): Write[] {
  const gone = remove(recordKey(area, company, record.id), {
    expression: '#version = :version',
    names: { '#version': 'version' },
    values: { ':version': record.version },
  });
  return record.deletedAt === null ? [gone, ...free(area, company, record), count(company, area.counted, -1)] : [gone];
}

/** Removes a record; documents keep their copy of it. @throws 404 if it was removed in the meantime */
export function removeListed<T extends ListedRecord, S>(
  area: ListedArea<T, S>,
  company: CompanyId,
  loaded: T,
  commit: Commit<void>,
): Promise<void> {
  return retryOnContention(async attempt => {
    const record = attempt === 0 ? loaded : found((await readListed<T, S>(area, company, loaded.id))?.row.record, area.what);
    return commit([...hideWrites(area, company, record), count(company, area.counted, -1)], undefined);
  });
}

export interface BulkRemoval {
  deleted: number;
  errors: { id: string; error: string }[];
}

/** At most two writes per record, and one for the count: 91 of the 100 that a DynamoDB transaction takes. */
const PER_TRANSACTION = 45;

/** Removes up to 100 records, 45 in a transaction; each id without a record is reported. */
export async function removeManyListed<T extends ListedRecord, S>(
  area: ListedArea<T, S>,
  company: CompanyId,
  ids: string[],
  commit: Commit<BulkRemoval>,
): Promise<BulkRemoval> {
  const unique = [...new Set(ids)];
  let outcome: BulkRemoval = { deleted: 0, errors: [] };
  for (let at = 0; at < unique.length; at += PER_TRANSACTION) {
    const last = at + PER_TRANSACTION >= unique.length;
    const some = unique.slice(at, at + PER_TRANSACTION);
    outcome = await removeSome(area, company, some, outcome, last ? commit : commitPlainly);
  }
  return outcome;
}

function removeSome<T extends ListedRecord, S>(
  area: ListedArea<T, S>,
  company: CompanyId,
  ids: string[],
  before: BulkRemoval,
  commit: Commit<BulkRemoval>,
): Promise<BulkRemoval> {
  return retryOnContention(async () => {
    // No record has another id, and a longer one makes a key that DynamoDB refuses, with all others of the call.
    const possible = ids.filter(isId);
    const items = (await getItems(possible.map(id => recordKey(area, company, id)))) as (ListedItem<T, S> | undefined)[];
    const records = items.flatMap(item => (item?.row.record.deletedAt === null ? [item.row.record] : []));
    const there = new Set(records.map(record => record.id));
    const error = notFound(area.what).message;
    const missing = ids.filter(id => !there.has(id)).map(id => ({ id, error }));
    const after = { deleted: before.deleted + records.length, errors: [...before.errors, ...missing] };
    const writes = records.flatMap(record => hideWrites(area, company, record));
    return records.length > 0 ? commit([...writes, count(company, area.counted, -records.length)], after) : after;
  });
}
