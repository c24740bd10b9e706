import { notFound } from '../kernel/errors.ts';
import { queryItems } from './read.ts';
import { companyKey, companyPartition, type CompanyId, type Item } from './table.ts';
import { check, type Commit, put, retryOnContention, type Write } from './transact.ts';

/**
 * A small set of settings records of one company whose rules speak of the whole set: one default per type, no two alike, never
 * the last one removed. All its items share a sort-key prefix; the item whose key is the bare prefix carries the set's version.
 * Every change of the set is decided on one read of it and commits only if the version is still the one read, so rules over
 * several records hold under concurrency without a lock. Changes that concern one record alone (a series' counter) leave the
 * version alone and do not get in the way of each other.
 */
export interface RecordSet<T> {
  version: number;
  /** In order of creation: sort keys end in a UUID v7. */
  records: T[];
}

type Member<T> = Item & { data?: T; version?: number };

const SET = 'set';

/** The whole set: one strongly consistent query. */
export async function readSet<T>(company: CompanyId, prefix: string): Promise<RecordSet<T>> {
  const items = await queryItems<Member<T>>({ partition: companyPartition(company), beginsWith: prefix });
  return {
    version: items.find(item => item.kind === SET)?.version ?? 0,
    records: items.flatMap(item => (item.kind === SET || item.data === undefined ? [] : [item.data])),
  };
}

/** The set, once it is known to have the record that the request names. @throws 404 */
export function mustHave<T extends { id: string }>(set: RecordSet<T>, id: string | undefined, what: string): RecordSet<T> {
  if (!set.records.some(record => record.id === id)) throw notFound(what);
  return set;
}

/** A write that fails if the set has changed since it was read, and raises the set's version. */
export const guardSet = (company: CompanyId, prefix: string, readVersion: number): Write =>
  put(
    { ...companyKey(company, prefix), kind: SET, version: readVersion + 1 },
    readVersion === 0
      ? { expression: 'attribute_not_exists(pk)' }
      : { expression: '#version = :version', names: { '#version': 'version' }, values: { ':version': readVersion } },
  );

/** Lets the transaction pass only if the set, which has been written before, is as it was read, and leaves it so. */
export const setIsAt = (company: CompanyId, prefix: string, readVersion: number): Write =>
  check(companyKey(company, prefix), {
    expression: '#version = :version',
    names: { '#version': 'version' },
    values: { ':version': readVersion },
  });

/** How an area stores the records of its set. */
export interface SetArea<T> {
  prefix: string;
  /** What the rules see of the set. */
  read(company: CompanyId): Promise<RecordSet<T>>;
  /** The write that takes one record from `before` to `after`: absent before = new, absent after = removed. */
  write(company: CompanyId, before: T | undefined, after: T | undefined): Write;
}

/** A decision over a whole set: the records as they shall be (the same objects where unchanged), and the result to answer. */
export interface SetChange<T, R> {
  records: T[];
  result: R;
}

/**
 * Changes a set by a pure rule and commits what differs. When somebody else changed the set in between, the rule decides again
 * on the new state.
 */
export function changeSet<T extends { id: string }, R>(
  area: SetArea<T>,
  company: CompanyId,
  loaded: RecordSet<T>,
  rule: (records: T[]) => SetChange<T, R>,
  commit: Commit<R>,
): Promise<R> {
  return retryOnContention(async attempt => {
    const set = attempt === 0 ? loaded : await area.read(company);
    const { records, result } = rule(set.records);
    return commit(changesOf(area, company, set, records), result);
  });
}

/** The writes that make the records of a set what they shall be, if the set is as it was read. */
export const changesOf = <T extends { id: string }>(
  area: SetArea<T>,
  company: CompanyId,
  set: RecordSet<T>,
  records: T[],
): Write[] => [
  guardSet(company, area.prefix, set.version),
  ...differences(set.records, records).map(({ before, after }) => area.write(company, before, after)),
];

function differences<T extends { id: string }>(before: T[], after: T[]): { before: T | undefined; after: T | undefined }[] {
  const old = new Map(before.map(record => [record.id, record]));
  const kept = new Set(after.map(record => record.id));
  return [
    ...after.map(record => ({ before: old.get(record.id), after: record })).filter(pair => pair.before !== pair.after),
    ...before.filter(record => !kept.has(record.id)).map(record => ({ before: record, after: undefined })),
  ];
}
