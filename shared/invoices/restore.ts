import type { ReasonOf } from '../vocabulary/error-reasons.ts';
import { nextNumberOf, type Series } from '../catalogue/series/store.ts';
import type { Actor } from '../access/model.ts';
import { setting } from '../settings/settings.ts';
import { instant, instantIn } from '../kernel/clock.ts';
import { validation } from '../kernel/errors.ts';
import { companyScope } from '../store/table.ts';
import { type Commit, retryOnContention } from '../store/transact.ts';
import { newEvent, personOf } from '../documents/timeline.ts';
import { invoiceNotification } from '../webhooks/notification.ts';
import type { InvoiceDocument } from '../model/invoice.ts';
import { claimWrites, readParent, refuseVoidParent } from '../credit-notes/credited-invoice.ts';
import { changeWrites, readInvoice, type StoredInvoice } from '../documents/store.ts';
import { permitted } from '../documents/states.ts';
import { settledBy } from '../model/amounts/payment-state.ts';
import { filesDone } from '../documents/files/task.ts';
import { filedInvoice } from './print/identity.ts';

/** Days after cancellation in which a document can be restored: a deployment setting (interface.md §Other limits). */
const restoreDays = (): number => setting('RESTORE_DAYS');

/**
 * Why a cancelled document may not return to draft; undefined when it may. Pure (interface.md §restore).
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
 * A cancelled document back to draft; its number stays with it.
 *
 * @throws 404; 409 when it is not cancelled; 422 with `details.reason` for the five refusals of interface.md.
 */
export function restoreInvoice({ loaded, series, by, commit }: RestoreRequest): Promise<StoredInvoice> {
  return retryOnContention(async attempt => {
    const stored = attempt === 0 ? loaded : await readInvoice(companyScope(loaded.document.companyId), loaded.document.id);
    const before = permitted('restore', stored?.document);
    const { payments, creditNotes } = stored ?? loaded;
    const refusal = restoreRefusal(before, {
      payments: payments.length,
      // Also those that are cancelled: they refer to the number and the amounts that stood on the invoice.
      creditNotes: creditNotes.length,
      seriesExists: series.some(one => one.id === before.seriesId),
      earliest: instantIn(-restoreDays() * 86_400),
    });
    if (refusal) throw validation(refusal.message, { status: before.status, reason: refusal.reason });
    const parent = before.isCreditNote ? await readParent(before) : undefined;
    if (parent) refuseVoidParent(parent.invoice);
    const at = instant();
    const after: InvoiceDocument = {
      ...settledBy({ ...before, status: 'draft' }, payments),
      cancellationReason: null,
      cancelledAt: null,
      cancelledBy: null,
      cancelledFromStatus: null,
      restoredAt: at,
      restoredBy: personOf(by),
      issuedAt: null,
      xmlPath: null,
      pdfPath: null,
      taxauthStatus: null,
      taxauthValidationErrors: null,
      updatedAt: at,
    };
    const event = newEvent(
      'status_change',
      'draft',
      `${before.isCreditNote ? 'Credit note' : 'Invoice'} restored to draft`,
      personOf(by),
    );
    const writes = [
      ...changeWrites(before, after, [
        { event, webhooks: [invoiceNotification('invoice.restored', after), invoiceNotification('invoice.updated', after)] },
      ]),
      ...(parent ? claimWrites(parent.invoice) : []),
      // The files of the issue that is undone are no longer wanted.
      filesDone(filedInvoice(before)),
    ];
    return commit(writes, {
      ...(stored ?? loaded),
      document: { ...after, version: before.version + 1 },
      events: [event, ...(stored ?? loaded).events],
      nextNumber: nextNumberOf(after, series),
    });
  });
}
