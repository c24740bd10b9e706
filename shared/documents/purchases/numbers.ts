import {
  firstOf,
  numberUnchanged,
  numberWrite,
  type ReceivedNumber,
  withDocument,
} from '#shared/documents/credit-notes/received-numbers.ts';
import { conflict } from '#shared/base/kernel/errors.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import type { Write } from '#shared/platform/store/transact.ts';

/** Purchases in the register of the numbers of received documents, by which none is entered twice (PUR-7). Pure. */

/** @throws 409 when the company has another document of the supplier with the number and date */
export function refuseDuplicate(own: ReceivedNumber, document: Pick<InvoiceDocument, 'number' | 'issueDate'>): void {
  const first = firstOf(own, document.issueDate);
  if (first === null) return;
  throw conflict(`The company has the document ${document.number} of ${document.issueDate} of this supplier already.`, {
    reason: 'duplicate',
    documentId: first,
  });
}

/** The entry without a document. */
export const withoutDocument = (number: ReceivedNumber, id: string): ReceivedNumber => ({
  ...number,
  invoices: number.invoices.filter(one => one.id !== id),
  reversals: number.reversals.filter(one => one.id !== id),
});

/** What a change of a purchase makes of the numbers. */
interface Renumbered {
  /** The entry that the purchase gets into, without it; undefined where its place stays, so that nothing else can wait for it. */
  free?: ReceivedNumber;
  /** The write of its old number, or the condition that its place stays. */
  writes: Write[];
}

/**
 * The numbers of a changed purchase. Where the number stays, `own` decides, on whose version the writes are conditional.
 *
 * @param was the entry of its old number
 * @param own that of its new one
 * @throws as `refuseDuplicate`, and `refuseLeaving`
 */
export function renumbered(was: ReceivedNumber, own: ReceivedNumber, document: InvoiceDocument): Renumbered {
  const isSame = was.key.sk === own.key.sk;
  const free = withoutDocument(own, document.id);
  refuseDuplicate(free, document);
  refuseLeaving(isSame ? own : was, isSame, document);
  if (!isSame) return { free, writes: [numberWrite(withoutDocument(was, document.id))] };
  const place = placeOf(withDocument(free, document), document);
  return place === placeOf(own, document) ? { writes: [numberUnchanged(own)] } : { free, writes: [] };
}

/** Where a document is in the entry of its number: with which date, among the invoices or among what takes back. */
const placeOf = ({ invoices, reversals }: ReceivedNumber, { id }: Pick<InvoiceDocument, 'id'>): string =>
  JSON.stringify([invoices, reversals].map(list => list.find(one => one.id === id)?.issueDate ?? null));

/** @throws 409 when the purchase would get another number, supplier or date than a document that the authority delivered after it */
function refuseLeaving(was: ReceivedNumber, isSame: boolean, { id, issueDate }: Pick<InvoiceDocument, 'id' | 'issueDate'>): void {
  const before = [...was.invoices, ...was.reversals].find(one => one.id === id)?.issueDate;
  const [delivered] = was.duplicates.filter(one => one.issueDate === before);
  if (!delivered || (isSame && issueDate === before)) return;
  throw conflict('The tax authority has delivered this document too: remove the purchase, and the delivered document counts.', {
    reason: 'duplicate',
    documentId: delivered.id,
  });
}
