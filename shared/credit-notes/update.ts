import { nextNumberOf } from '../catalogue/series/store.ts';
import type { Actor } from '../access/model.ts';
import { instant } from '../kernel/clock.ts';
import { type FieldErrors, invalidFields } from '../kernel/errors.ts';
import { companyScope } from '../store/table.ts';
import { type Commit, retryOnContention } from '../store/transact.ts';
import { creditWarnings, withCredit } from './draft.ts';
import type { InvoiceContext } from '../documents/fiscal/context.ts';
import { matchWrites } from '../invoices/duplicates.ts';
import { newEvent, personOf } from '../documents/timeline.ts';
import { invoiceNotification } from '../webhooks/notification.ts';
import type { CreditNoteBody } from './input.ts';
import type { InvoiceDocument } from '../model/invoice.ts';
import { changeWrites, readInvoice, type StoredInvoice } from '../documents/store.ts';
import { permitted } from '../documents/states.ts';

export interface CreditNoteUpdate {
  loaded: StoredInvoice;
  body: CreditNoteBody;
  context: InvoiceContext;
  by: Actor;
  commit: Commit<StoredInvoice>;
}

/**
 * Replaces a credit note that is still a draft (interface.md §update credit note).
 *
 * @throws 409 when it is no draft; 404 and 422 of `withCredit`; 422 for another parent, client or currency.
 */
export function updateCreditNote({ loaded, body, context, by, commit }: CreditNoteUpdate): Promise<StoredInvoice> {
  return retryOnContention(async attempt => {
    const stored = attempt === 0 ? loaded : await readInvoice(companyScope(loaded.document.companyId), loaded.document.id);
    const before = permitted('update', stored?.document);
    refuseOther(before, body);
    const after: InvoiceDocument = { ...withCredit(before, body, context), updatedAt: instant() };
    if (before.sequence !== null && after.issueDate.slice(0, 4) !== before.issueDate.slice(0, 4))
      throw invalidFields({ issueDate: ['must stay in the year of the number'] });
    const event = newEvent('updated', null, 'Credit note updated', personOf(by));
    const warnings = creditWarnings(after, context);
    const changed = stored ?? loaded;
    return commit(
      [
        ...changeWrites(before, after, [{ event, webhooks: [invoiceNotification('invoice.updated', after)] }]),
        ...matchWrites(before, after),
      ],
      {
        ...changed,
        document: { ...after, version: before.version + 1 },
        events: [event, ...changed.events],
        ...(warnings.length > 0 && { warnings }),
        nextNumber: nextNumberOf(after, context.series),
      },
    );
  });
}

/** @throws 422 for what a credit note keeps (rule 3) */
function refuseOther(before: InvoiceDocument, body: CreditNoteBody): void {
  const errors: FieldErrors = {};
  for (const field of ['parentDocumentId', 'clientId', 'currency'] as const) {
    if (body[field] !== before[field]) errors[field] = ['cannot change'];
  }
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}
