import { badRequest } from '#shared/base/kernel/errors.ts';
import type { CreditNoteBody } from '#shared/documents/credit-notes/input.ts';
import type { DocumentChanges } from './input.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';

/** Whether document and body are a credit note. @throws 400 when the body is of the other kind than the stored document */
export function isCreditNoteUpdate(document: InvoiceDocument, body: DocumentChanges): body is CreditNoteBody {
  if ((body.isCreditNote === true) === document.isCreditNote) return document.isCreditNote;
  throw badRequest('Invalid or missing: isCreditNote.', {
    isCreditNote: [document.isCreditNote ? 'must be true: this is a credit note' : 'must be false or absent: this is an invoice'],
  });
}
