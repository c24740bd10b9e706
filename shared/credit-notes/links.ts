import { childItems, putChild, removeChild } from '../documents/items.ts';
import type { CreditNoteLink, Invoice } from '../model/invoice.ts';
import { KINDS } from '../model/kinds.ts';
import { getItem } from '../store/read.ts';
import { companyScope, type Item } from '../store/table.ts';
import type { Write } from '../store/transact.ts';

/**
 * The references from an invoice to its credit notes: one small item each (`INV#<invoice>#C#<credit note>`), updated in every
 * transaction that changes the credit note, so that one query reads an invoice with all its credit notes.
 */
export const CREDIT_NOTE_LINKS = childItems<CreditNoteLink>(KINDS.invoice, 'credit-note-link', 'C');

export const linkOf = ({ id, number, status, total }: Invoice): CreditNoteLink => ({ id, number, status, total });

/** The writes that update the link of a changed credit note; none for an invoice, or when the link stays the same. */
export function linkWrites(before: Invoice | null, after: Invoice | null): Write[] {
  const document = after ?? before;
  if (!document?.isCreditNote || !document.parentDocumentId) return [];
  const { companyId, parentDocumentId, id } = document;
  const company = companyScope(companyId);
  if (!after) return [removeChild(CREDIT_NOTE_LINKS, company, parentDocumentId, id)];
  const link = linkOf(after);
  if (before && JSON.stringify(linkOf(before)) === JSON.stringify(link)) return [];
  return [putChild(CREDIT_NOTE_LINKS, company, parentDocumentId, link)];
}

/** The stored link from the credited invoice to a credit note; undefined when there is none. One read. */
export async function readLinkOf({ companyId, id, parentDocumentId }: Invoice): Promise<CreditNoteLink | undefined> {
  const key = CREDIT_NOTE_LINKS.key(companyScope(companyId), parentDocumentId ?? '', id);
  return (await getItem<Item & { data: CreditNoteLink }>(key))?.data;
}
