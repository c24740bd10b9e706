import { badRequest } from '../kernel/errors.ts';
import type { CreditNoteBody } from '../credit-notes/input.ts';
import type { DocumentChanges } from './input.ts';
import type { InvoiceDocument } from '../model/invoice.ts';

/** Whether a body is of the stored document's kind. @throws 400 when it is of the other one */
export function isCreditNoteUpdate(document: InvoiceDocument, body: DocumentChanges): body is CreditNoteBody {
  if ((body.isCreditNote === true) === document.isCreditNote) return document.isCreditNote;
  throw badRequest('Invalid or missing: isCreditNote.', {
    isCreditNote: [document.isCreditNote ? 'must be true: this is a credit note' : 'must be false or absent: this is an invoice'],
  });
}
