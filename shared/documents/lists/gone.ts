import { partitionsOf } from '#shared/documents/common/list-partitions.ts';
import { epochSeconds, instant } from '#shared/base/kernel/clock.ts';
import { type CompanyId, companyKey, type Key } from '#shared/platform/store/table.ts';
import { put, update, type Write } from '#shared/platform/store/transact.ts';
import type { ListKind } from './definition.ts';

/** The tombstone of a deleted document in the index of changes, until the list has a file without the document. */
export interface Gone {
  id: string;
  gone: true;
}

export const isGone = (row: object): row is Gone => 'gone' in row;

type Named = Pick<ListKind, 'prefix'>;

const goneKey = ({ prefix }: Named, company: CompanyId, id: string): Key => companyKey(company, `GONE#${prefix}#${id}`);

/** The write of a tombstone, part of the transaction that deletes the document. */
export const goneWrite = (kind: Named, company: CompanyId, id: string): Write =>
  put({
    ...goneKey(kind, company, id),
    kind: 'gone',
    row: { id, gone: true } satisfies Gone,
    gsi4pk: partitionsOf(kind).changed(company),
    gsi4sk: `${instant()}#${id}`,
  });

/** TTL of a tombstone in seconds, once there is a file without the document: by then no reader uses an older file. */
const FORGOTTEN_AFTER = 3_600;

/** The write that sets the TTL of a tombstone, once there is a file without the document. */
export const forgetWrite = (kind: Named, company: CompanyId, id: string): Write =>
  update(goneKey(kind, company, id), { expression: 'SET expiresAt = :at', values: { ':at': epochSeconds() + FORGOTTEN_AFTER } });
