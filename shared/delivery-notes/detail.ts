import { readHeaders } from '../documents/headers.ts';
import { readInvoiceHeader } from '../invoices/header.ts';
import { found } from '../kernel/errors.ts';
import type { DeliveryNote, DeliveryNoteRow } from '../model/convertible/delivery-note.ts';
import type { Invoice } from '../model/invoice.ts';
import { KINDS } from '../model/kinds.ts';
import type { CompanyId } from '../store/table.ts';
import { resolved } from './conversion/read.ts';
import { readDeliveryNote, type StoredDeliveryNote } from './read.ts';

/** The note that a request names, with the invoice that was made of it. @throws 404 */
export async function readDeliveryNoteDetail(company: CompanyId, id: string): Promise<StoredDeliveryNote> {
  const stored = found(await readDeliveryNote(company, id), KINDS.delivery_note.title);
  const document = await resolved(company, stored.document);
  const { convertedInvoiceId } = document;
  const invoice = convertedInvoiceId ? await readInvoiceHeader(company, convertedInvoiceId) : undefined;
  return { ...stored, document, invoice };
}

/** The notes of a page, with the invoices that were made of them. Two round trips; one where none was converted. */
export async function readListedNotes(
  company: CompanyId,
  rows: readonly DeliveryNoteRow[],
): Promise<{ note: DeliveryNote; invoice: Invoice | undefined }[]> {
  const ids = rows.map(({ id }) => id);
  const notes = await readHeaders<DeliveryNote>(KINDS.delivery_note, company, ids);
  const converted = [...new Set(notes.flatMap(({ convertedInvoiceId }) => convertedInvoiceId ?? []))];
  const invoices = new Map((await readHeaders<Invoice>(KINDS.invoice, company, converted)).map(one => [one.id, one]));
  return notes.map(note => ({ note, invoice: invoices.get(note.convertedInvoiceId ?? '') }));
}
