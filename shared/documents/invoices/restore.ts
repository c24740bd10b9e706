import type { Actor } from '#shared/platform/access/model.ts';
import { setting } from '#shared/platform/settings/settings.ts';
import { nextNumberOf, type Series } from '#shared/records/catalogue/series/store.ts';
import {
  claim,
  type Parent,
  readCredited,
  refuseVoidParent,
  unsettled,
} from '#shared/documents/credit-notes/credited-invoice.ts';
import { newEvent, personOf } from '#shared/documents/common/timeline.ts';
import { invoiceNotification } from '#shared/output/webhooks/notification.ts';
import { type Outcome, transition } from '#shared/documents/common/transition.ts';
import { instant, instantIn } from '#shared/base/kernel/clock.ts';
import { validation } from '#shared/base/kernel/errors.ts';
import { settledBy } from '#shared/model/amounts/payment-state.ts';
import type { Invoice, InvoiceDocument } from '#shared/model/invoice.ts';
import { kindOf } from '#shared/model/kinds.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import type { ReasonOf } from '#shared/base/vocabulary/error-reasons.ts';
import { drawnAgain, withChanges } from './advances/changes.ts';
import { INVOICES } from './store.ts';
import type { StoredInvoice } from './read.ts';

/** Days after its cancellation in which a document can be restored; a deployment setting (INV-54). */
const restoreDays = (): number => setting('RESTORE_DAYS');

/**
 * Why a cancelled document may not return to draft; undefined when it may. Pure (INV-54).
 */
export function restoreRefusal(
  invoice: Pick<InvoiceDocument, 'validatedAt' | 'cancelledAt' | 'seriesId'>,
  facts: { payments: number; creditNotes: number; seriesExists: boolean; earliest: string },
): { reason: ReasonOf<'validation_error'>; message: string } | undefined {
  if (invoice.validatedAt) return { reason: 'validated', message: 'The invoice was validated by the tax authority.' };
  if (facts.creditNotes > 0) return { reason: 'has_credit_notes', message: 'The invoice has credit notes.' };
  if (facts.payments > 0) return { reason: 'has_payments', message: 'The invoice has recorded payments.' };
  if ((invoice.cancelledAt ?? '') < facts.earliest)
    return { reason: 'too_late', message: 'The invoice was cancelled too long ago.' };
  if (invoice.seriesId && !facts.seriesExists)
    return { reason: 'series_deleted', message: 'The series of the invoice was deleted.' };
  return undefined;
}

export interface RestoreRequest {
  loaded: StoredInvoice;
  series: readonly Series[];
  by: Actor;
  commit: Commit<StoredInvoice>;
}

/**
 * Turns a cancelled document back into a draft, which keeps its number.
 *
 * @throws 404; 409 when it is not cancelled; 422 with `details.reason` for the refusals of INV-54, also when the
 *   invoice that a credit note credits is not in force.
 */
export const restoreInvoice = ({ loaded, series, by, commit }: RestoreRequest): Promise<StoredInvoice> =>
  transition(INVOICES, loaded, 'restore', { commit }, async stored => {
    refuseRestore(stored, series);
    const [parent, advances] = await Promise.all([readCredited(stored.document), drawnAgain(stored.document, personOf(by))]);
    if (parent) refuseVoidParent(parent.invoice);
    return withChanges(restored(stored, parent, series, by), advances);
  });

/** @throws 422 with the reason of `restoreRefusal` */
function refuseRestore({ document, payments, creditNotes }: StoredInvoice, series: readonly Series[]): void {
  const refusal = restoreRefusal(document, {
    payments: payments.length,
    // Cancelled ones count too: they refer to the number and the amounts of the issued invoice.
    creditNotes: creditNotes.length,
    seriesExists: series.some(one => one.id === document.seriesId),
    earliest: instantIn(-restoreDays() * 86_400),
  });
  if (refusal) throw validation(refusal.message, { status: document.status, reason: refusal.reason });
}

/** The draft of a cancelled document. Pure. */
export function restored(
  { document: before, payments }: Pick<StoredInvoice, 'document' | 'payments'>,
  parent: Parent | undefined,
  series: readonly Series[],
  by: Actor,
  at: string = instant(),
): Outcome<Invoice> {
  const after: InvoiceDocument = {
    ...settledBy(unsettled({ ...before, status: 'draft' }), payments),
    ...{ cancellationReason: null, cancelledAt: null, cancelledBy: null, cancelledFromStatus: null },
    ...{ restoredAt: at, restoredBy: personOf(by), updatedAt: at },
    ...{ issuedAt: null, xmlPath: null, pdfPath: null, taxauthStatus: null, taxauthValidationErrors: null },
  };
  return {
    after,
    event: newEvent('status_change', 'draft', `${kindOf(before).title} restored to draft`, personOf(by)),
    notifications: [invoiceNotification('invoice.restored', after), invoiceNotification('invoice.updated', after)],
    also: { documents: parent ? [claim(parent.invoice)] : [] },
    extras: { nextNumber: nextNumberOf(after, series) },
  };
}
