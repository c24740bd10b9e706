import type { Actor } from '#shared/platform/access/model.ts';
import { nextNumberOf } from '#shared/records/catalogue/series/store.ts';
import type { DocumentParts, DocumentType, StoredDocument } from '#shared/documents/common/definition.ts';
import type { InvoiceContext } from '#shared/documents/common/fiscal/context.ts';
import type { CreditNoteBody } from './input.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { updatedEvent } from '#shared/documents/common/changed-fields.ts';
import { invoiceNotification } from '#shared/output/webhooks/notification.ts';
import { type Outcome, transition } from '#shared/documents/common/transition.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { type FieldErrors, invalidFields } from '#shared/base/kernel/errors.ts';
import type { Invoice, InvoiceDocument } from '#shared/model/invoice.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import { crediting, creditWarnings, withCredit } from './draft.ts';

export interface CreditNoteUpdate<S> {
  loaded: S;
  body: CreditNoteBody;
  context: InvoiceContext;
  by: Actor;
  commit: Commit<S>;
}

/**
 * Replaces a credit note that is still a draft (CRN-23 to CRN-27).
 *
 * @param type the document type of invoices, as which credit notes are stored
 * @throws 409 when it is no draft; 422 when the parent, client or currency changes, or the year of a numbered draft; 404 as `crediting`;
 *   400, 404 and 422 as `withCredit`
 */
export const updateCreditNote = <D extends DocumentParts & { header: Invoice }>(
  type: DocumentType<D>,
  { loaded, body, context, by, commit }: CreditNoteUpdate<StoredDocument<NoInfer<D>>>,
): Promise<StoredDocument<D>> =>
  transition(type, loaded, 'update', { commit }, ({ document }) => replaced(document, body, context, by));

/** The credit note with its content replaced by the body. Pure. @throws as `updateCreditNote` */
function replaced(before: InvoiceDocument, body: CreditNoteBody, read: InvoiceContext, by: Actor): Outcome<Invoice> {
  refuseOther(before, body);
  const context = crediting(body, read);
  const after: InvoiceDocument = { ...withCredit(before, body, context), updatedAt: instant() };
  if (before.sequence !== null && after.issueDate.slice(0, 4) !== before.issueDate.slice(0, 4))
    throw invalidFields({ issueDate: ['must stay in the same year, because the document has a number'] });
  const warnings = creditWarnings(after, context);
  return {
    after,
    event: updatedEvent(before, after, 'Credit note updated', personOf(by)),
    notifications: [invoiceNotification('invoice.updated', after)],
    extras: { ...(warnings.length > 0 && { warnings }), nextNumber: nextNumberOf(after, context.series) },
  };
}

/** @throws 422 when the body changes the parent, client or currency (CRN-25) */
function refuseOther(before: InvoiceDocument, body: CreditNoteBody): void {
  const errors: FieldErrors = {};
  for (const field of ['parentDocumentId', 'clientId', 'currency'] as const) {
    if (body[field] !== before[field]) errors[field] = ['cannot change'];
  }
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}
