import { childItems, putChild, removeChild } from '../documents/items.ts';
import type { CreditNoteLink, Invoice } from '../model/invoice.ts';
import { KINDS } from '../model/kinds.ts';
import { getItem } from '../store/read.ts';
import { companyScope, type Item } from '../store/table.ts';
import type { Write } from '../store/transact.ts';

/**
 * An invoice knows its credit notes: one small item for each lies beside it (`INV#<invoice>#C#<credit note>`) and is moved in every
 * transaction that changes the credit note, so that one query shows an invoice with all of them.
 */
export const CREDIT_NOTE_LINKS = childItems<CreditNoteLink>(KINDS.invoice, 'credit-note-link', 'C');

export const linkOf = ({ id, number, status, total }: Invoice): CreditNoteLink => ({ id, number, status, total });

/** The writes that follow a change of a document, if it is a credit note: nothing where its link stays as it is. */
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

/** A credit note as the invoice that it credits knows it; undefined where that does not. */
export async function readLinkOf({ companyId, id, parentDocumentId }: Invoice): Promise<CreditNoteLink | undefined> {
  const key = CREDIT_NOTE_LINKS.key(companyScope(companyId), parentDocumentId ?? '', id);
  return (await getItem<Item & { data: CreditNoteLink }>(key))?.data;
}
