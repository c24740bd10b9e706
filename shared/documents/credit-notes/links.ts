import { type Change, changedDocument } from '#shared/documents/common/definition.ts';
import { childItems, putChild, removeChild } from '#shared/documents/common/items.ts';
import { settledId } from '#shared/model/amounts/settlement.ts';
import type { CreditNoteLink, Invoice } from '#shared/model/invoice.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { getItem } from '#shared/platform/store/read.ts';
import type { Item } from '#shared/platform/store/table.ts';
import type { Write } from '#shared/platform/store/transact.ts';

/**
 * The references from an invoice to what reverses it, above all its credit notes: one small item each
 * (`INV#<invoice>#C#<document>`), updated in every transaction that changes that document, so that one query reads an invoice with
 * all of them.
 */
export const CREDIT_NOTE_LINKS = childItems<CreditNoteLink>(KINDS.invoice, 'credit-note-link', 'C');

export const linkOf = (document: Invoice): CreditNoteLink => {
  const { id, number, status, total, payable, isCreditNote, reverses, taxauthStatus } = document;
  return {
    ...{ id, number, status, total },
    ...(payable !== undefined && payable !== total && { payable }),
    ...(!isCreditNote && { isCreditNote }),
    ...(reverses !== undefined && { whole: true }),
    ...(status === 'cancelled' && taxauthStatus === 'validated' && { validated: true }),
  };
};

/** The id of the invoice that has a link to a document; null when none has. */
export const linkedId = (document: Invoice): string | null => settledId(document) ?? document.reverses ?? null;

/**
 * The writes that update the link of a document that reverses an invoice: of a credit note, and of a document that takes back the whole
 * invoice, as long as it exists, of others while they are or were in force. None for other documents, or when the link stays the same.
 */
export function linkWrites(change: Change<Invoice>): Write[] {
  const { before, after } = change;
  const { companyId } = changedDocument(change);
  const [was, is] = [before && linkedId(before), after && linkedId(after)];
  const gone = before && was && was !== is ? [removeChild(CREDIT_NOTE_LINKS, companyId, was, before.id)] : [];
  if (!after || !is) return gone;
  const link = linkOf(after);
  if (before && was === is && JSON.stringify(linkOf(before)) === JSON.stringify(link)) return [];
  return [...gone, putChild(CREDIT_NOTE_LINKS, companyId, is, link)];
}

/** The stored link from the credited invoice to a credit note; undefined when there is none. One read. */
export async function readLinkOf(document: Invoice): Promise<CreditNoteLink | undefined> {
  const key = CREDIT_NOTE_LINKS.key(document.companyId, linkedId(document) ?? '', document.id);
  return (await getItem<Item & { data: CreditNoteLink }>(key))?.data;
}
