import { readInvoiceHeader } from '#shared/documents/invoices/header.ts';
import { found } from '#shared/base/kernel/errors.ts';
import { KINDS } from '#shared/model/kinds.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { resolved } from './conversion/read.ts';
import { readDeliveryNote, type StoredDeliveryNote } from './read.ts';

/** A note with the header of the invoice that it was converted into. @throws 404 */
export async function readDeliveryNoteDetail(company: CompanyId, id: string): Promise<StoredDeliveryNote> {
  const stored = found(await readDeliveryNote(company, id), KINDS.delivery_note.title);
  const document = await resolved(company, stored.document);
  const { convertedInvoiceId } = document;
  const invoice = convertedInvoiceId ? await readInvoiceHeader(company, convertedInvoiceId) : undefined;
  return { ...stored, document, invoice };
}
