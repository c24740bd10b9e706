import { queryItems } from './read.ts';
import { companyKey, companyPartition, type CompanyId, type Item } from './table.ts';
import { put, type Write } from './transact.ts';

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

/** Lets the transaction pass only if the set is as it was read, and makes it another for everybody else. */
export const guardSet = (company: CompanyId, prefix: string, readVersion: number): Write =>
  put(
    { ...companyKey(company, prefix), kind: SET, version: readVersion + 1 },
    readVersion === 0
      ? { expression: 'attribute_not_exists(pk)' }
      : { expression: '#version = :version', names: { '#version': 'version' }, values: { ':version': readVersion } },
  );
