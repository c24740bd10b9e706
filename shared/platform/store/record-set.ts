import { notFound } from '#shared/base/kernel/errors.ts';
import { queryItems } from './read.ts';
import { companyKey, companyPartition, type CompanyId, type Item } from './table.ts';
import { check, type Commit, put, retryOnContention, type Write } from './transact.ts';

/**
 * A small set of settings records of one company with rules about the whole set, such as one default per type, no duplicates, or at
 * least one record. All items share a sort-key prefix; the item whose key is only the prefix has the set's version. A change is
 * decided on one read of the set and commits only if the version is still the same, so rules about several records hold under
 * concurrency without a lock. Changes of a single record (a series' counter) do not change the version and do not conflict with
 * each other.
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
    records: items.flatMap(item => (item.data === undefined ? [] : [item.data])),
  };
}

/** Returns the set if it contains the record that the request names. @throws 404 if not */
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

/** A condition check: the set, which must have been written before, still has this version. */
export const setIsAt = (company: CompanyId, prefix: string, readVersion: number): Write =>
  check(companyKey(company, prefix), {
    expression: '#version = :version',
    names: { '#version': 'version' },
    values: { ':version': readVersion },
  });

/** How an area stores the records of its set. */
export interface SetArea<T> {
  prefix: string;
  /** Reads the set for the rules. */
  read(company: CompanyId): Promise<RecordSet<T>>;
  /** The write that replaces `before` by `after`; without `before` the record is created, without `after` it is removed. */
  write(company: CompanyId, before: T | undefined, after: T | undefined): Write;
}

/**
 * A decision about a whole set: the records after the change (unchanged ones as the same objects), and the result for the caller.
 */
export interface SetChange<T, R> {
  records: T[];
  result: R;
}

/**
 * Changes a set by a pure rule and commits the differences. If another process changed the set in between, the rule is applied
 * again to the new state.
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

/** The writes for the differences between a set and its new records; they fail if the set has changed since it was read. */
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
