import { getItem, queryItems } from '../store/read.ts';
import { type CompanyId, companyKey, companyPartition, companyScope, type Item } from '../store/table.ts';
import { put, remove, type Write } from '../store/transact.ts';
import type { CreditNoteLink, Invoice } from '../model/invoice.ts';

/**
 * An invoice knows its credit notes: one small item for each lies beside it and is moved in every transaction that changes the
 * credit note, so that one query shows an invoice with all of them.
 */
const PREFIX = (parentId: string): string => `INV#${parentId}#C#`;

export const linkOf = ({ id, number, status, total }: Invoice): CreditNoteLink => ({ id, number, status, total });

/** The writes that follow a change of a document, if it is a credit note: nothing where its link stays as it is. */
export function linkWrites(before: Invoice | null, after: Invoice | null): Write[] {
  const document = after ?? before;
  if (!document?.isCreditNote || !document.parentDocumentId) return [];
  const key = companyKey(companyScope(document.companyId), PREFIX(document.parentDocumentId) + document.id);
  if (!after) return [remove(key)];
  const link = linkOf(after);
  if (before && JSON.stringify(linkOf(before)) === JSON.stringify(link)) return [];
  return [put({ ...key, kind: 'credit-note-link', data: link })];
}

/** A credit note as the invoice that it credits knows it; undefined where that does not. */
export async function readLinkOf({ companyId, id, parentDocumentId }: Invoice): Promise<CreditNoteLink | undefined> {
  const key = companyKey(companyScope(companyId), PREFIX(parentDocumentId ?? '') + id);
  return (await getItem<Item & { data: CreditNoteLink }>(key))?.data;
}

/** The credit notes of an invoice, oldest first. */
export async function readCreditNoteLinks(company: CompanyId, parentId: string): Promise<CreditNoteLink[]> {
  const items = await queryItems<Item & { data: CreditNoteLink }>({
    partition: companyPartition(company),
    beginsWith: PREFIX(parentId),
  });
  return items.map(item => item.data);
}
