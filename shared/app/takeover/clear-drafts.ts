import type { DocumentParts, DocumentType } from '#shared/documents/common/definition.ts';
import { readHeaders } from '#shared/documents/common/headers.ts';
import { partitionsOf } from '#shared/documents/common/list-partitions.ts';
import { changeWrites, readDocument } from '#shared/documents/common/store.ts';
import { newEvent, SYSTEM } from '#shared/documents/common/timeline.ts';
import type { Note } from '#shared/accounts/identity/sign-in/removed.ts';
import { INVOICES } from '#shared/documents/invoices/store.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import type { DocumentHeader } from '#shared/model/document.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { PROFORMAS } from '#shared/documents/proformas/store.ts';
import { unlessDamaged } from '#shared/platform/store/packing/damaged.ts';
import { queryRows } from '#shared/platform/store/read.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { retryOnContention, transact, type Write } from '#shared/platform/store/transact.ts';

/** The fields of a document that name who is to be paid (BG-10). */
const PAYEE = [
  'payeeName',
  'payeeIdentifier',
  'payeeLegalRegistrationIdentifier',
  'payeeBankAccount',
  'payeeBankName',
] as const satisfies (keyof Invoice)[];

const hasPayee = (document: Invoice): boolean => PAYEE.some(field => document[field] != null);
const NO_PAYEE = Object.fromEntries(PAYEE.map(field => [field, null]));

/** Removes payees and accounts from the drafts of a company. Idempotent. */
export async function clearDrafts(company: CompanyId, note: Note): Promise<void> {
  await clearAll(INVOICES, company, before => {
    const cleared = hasPayee(before) ? { ...before, ...NO_PAYEE } : before;
    return { cleared: withoutAccount(cleared), also: hasPayee(before) ? note({ payees: 1 }) : [] };
  });
  await clearAll(PROFORMAS, company, before => ({ cleared: withoutAccount(before), also: [] }));
}

/** Drafts copy the account of the company: issue replaces it, but their PDFs, and proformas, show it. */
const withoutAccount = <H extends DocumentHeader>(document: H): H =>
  document.seller.iban === null && document.seller.bankName === null
    ? document
    : { ...document, seller: { ...document.seller, iban: null, bankName: null } };

/** How many drafts are changed at the same time. */
const AT_ONCE = 10;

async function clearAll<D extends DocumentParts>(
  type: DocumentType<D>,
  company: CompanyId,
  rule: (before: D['header']) => { cleared: D['header']; also: Write[] },
): Promise<void> {
  const rows = await queryRows<{ id: string }>('gsi2', { partition: partitionsOf(type.kind).drafts(company) });
  // The headers first, many a call: there may be many drafts, and few with something to remove.
  const headers = await readHeaders<D['header']>(
    type.kind,
    company,
    rows.map(({ id }) => id),
  );
  const ids = headers.filter(header => rule(header).cleared !== header).map(({ id }) => id);
  for (let from = 0; from < ids.length; from += AT_ONCE)
    await Promise.all(ids.slice(from, from + AT_ONCE).map(id => unlessDamaged(id, clearOne(type, { company, id }, rule))));
}

const clearOne = <D extends DocumentParts>(
  type: DocumentType<D>,
  { company, id }: { company: CompanyId; id: string },
  rule: (before: D['header']) => { cleared: D['header']; also: Write[] },
): Promise<void> =>
  retryOnContention(async () => {
    const before = (await readDocument(type, company, id))?.document;
    if (before?.status !== 'draft') return;
    const { cleared, also } = rule(before);
    if (cleared === before) return;
    const after = { ...before, ...cleared, updatedAt: instant() };
    const event = newEvent('updated', null, 'Payee and bank account removed: the account was taken over.', SYSTEM);
    await transact([...changeWrites(type, { before, after, recorded: [{ event }] }), ...also]);
  });
