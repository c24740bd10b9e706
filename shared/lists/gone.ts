import { partitionsOf } from '../documents/list-partitions.ts';
import { epochSeconds, instant } from '../kernel/clock.ts';
import { type CompanyId, companyKey, type Key } from '../store/table.ts';
import { put, update, type Write } from '../store/transact.ts';
import type { ListKind } from './definition.ts';

/** What stands in the index of changes in place of a deleted document, until the list's file is made without it. */
export interface Gone {
  id: string;
  gone: true;
}

export const isGone = (row: object): row is Gone => 'gone' in row;

type Named = Pick<ListKind, 'prefix'>;

const goneKey = ({ prefix }: Named, company: CompanyId, id: string): Key => companyKey(company, `GONE#${prefix}#${id}`);

/** The write that says so, part of the transaction that deletes the document. */
export const goneWrite = (kind: Named, company: CompanyId, id: string): Write =>
  put({
    ...goneKey(kind, company, id),
    kind: 'gone',
    row: { id, gone: true } satisfies Gone,
    gsi4pk: partitionsOf(kind).changed(company),
    gsi4sk: `${instant()}#${id}`,
  });

/** Seconds after which nobody can still be reading a file that has the document. */
const FORGOTTEN_AFTER = 3_600;

/** The write that lets it go: a file without the document is in force. */
export const forgetWrite = (kind: Named, company: CompanyId, id: string): Write =>
  update(goneKey(kind, company, id), { expression: 'SET expiresAt = :at', values: { ':at': epochSeconds() + FORGOTTEN_AFTER } });
