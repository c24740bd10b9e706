import type { Actor } from '#shared/platform/access/model.ts';
import { badRequest, found } from '#shared/base/kernel/errors.ts';
import type { CreditNoteBody } from '#shared/documents/credit-notes/input.ts';
import type { Company } from '#shared/model/company.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import { withVatAnswer } from './automatic-vat.ts';
import { type ReadInvoiceContext, readInvoiceContext } from './drafting-context.ts';
import type { DocumentChanges } from './input.ts';
import { readInvoice, type StoredInvoice } from './read.ts';
import { isAnnotation, refuseBooking } from './received/is-annotation.ts';
import { changeReminders, updateAction } from './beside-content/reminders.ts';
import { setsAlone } from './beside-content/sets-alone.ts';
import { permittedInvoice } from './states.ts';
import { INVOICES } from './store.ts';
import { updateInvoice, withKept } from './update.ts';

interface ReadForChange {
  stored: StoredInvoice | undefined;
  context: ReadInvoiceContext;
}

/**
 * Reads a document and what a change of it refers to, in one parallel round trip.
 *
 * @param body undefined if it is invalid
 * @throws 404; 409 when its status does not allow the change
 */
export async function readForChange(company: CompanyId, id: string, body: DocumentChanges | undefined): Promise<ReadForChange> {
  const [stored, context] = await Promise.all([readInvoice(company, id), readInvoiceContext(company, body)]);
  // An invalid body is answered with its field errors, even when the document is a received one that allows only annotations.
  const isUnread = body === undefined && stored?.document.status === 'synced';
  if (setsAlone(body, 'metadata')) found(stored, INVOICES.kind.title);
  else if (!isUnread && (!stored || !isAnnotation(stored.document, body))) permittedInvoice(updateAction(body), stored?.document);
  return { stored, context };
}

interface ChangeRequest {
  read: ReadForChange;
  body: DocumentChanges;
  company: Company;
  companyId: CompanyId;
  by: Actor;
  commit: Commit<StoredInvoice>;
}

/**
 * Changes a document as its kind and status allow: the metadata of any, notes on a received document, the reminders of an invoice, the draft of a credit
 * note, or an invoice that is still editable.
 *
 * @throws 404; 409 when its status does not allow the change; 400 and 422 as `isCreditNoteUpdate`, `refuseBooking` and the changes
 */
export async function changeInvoice({ read, body, company, companyId, by, commit }: ChangeRequest): Promise<StoredInvoice> {
  const { stored } = read;
  // What changes few documents is loaded for them alone.
  if (stored && setsAlone(body, 'metadata')) {
    const { changeMetadata } = await import('./beside-content/metadata.ts');
    return changeMetadata({ loaded: stored, change: body.metadata, by, commit });
  }
  if (stored && isAnnotation(stored.document, body)) {
    const { annotate } = await import('./received/annotate.ts');
    return annotate(company, stored, body, by, commit);
  }
  const document = permittedInvoice(updateAction(body), stored?.document);
  refuseBooking(body);
  const loaded = { payments: [], events: [], creditNotes: [], ...stored, document };
  const request = { loaded, by, commit };
  if (isCreditNoteUpdate(document, body)) {
    const { updateCreditNote } = await import('#shared/documents/credit-notes/update.ts');
    return updateCreditNote(INVOICES, { ...request, body, context: { ...read.context, company } });
  }
  if (setsAlone(body, 'remindersDisabled')) return changeReminders({ ...request, disabled: body.remindersDisabled ?? false });
  const context = await withVatAnswer(body, await withKept(companyId, document, body, read.context));
  return updateInvoice({ ...request, changes: body, context: { ...context, company } });
}

/** Whether document and body are a credit note. @throws 400 when the body is of the other kind than the stored document */
function isCreditNoteUpdate(document: InvoiceDocument, body: DocumentChanges): body is CreditNoteBody {
  if ((body.isCreditNote === true) === document.isCreditNote) return document.isCreditNote;
  throw badRequest('Invalid or missing: isCreditNote.', {
    isCreditNote: [document.isCreditNote ? 'must be true: this is a credit note' : 'must be false or absent: this is an invoice'],
  });
}
