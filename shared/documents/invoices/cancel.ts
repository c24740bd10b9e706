import type { Actor } from '#shared/platform/access/model.ts';
import { creditChange, type Parent, readSettled, refuseNeverDue } from '#shared/documents/credit-notes/credited-invoice.ts';
import { newEvent, personOf } from '#shared/documents/common/timeline.ts';
import { invoiceNotification, invoiceSummary, notification } from '#shared/output/webhooks/notification.ts';
import { type OutcomeWith, transition } from '#shared/documents/common/transition.ts';
import { paymentEntryWrite } from '#shared/documents/fiscal/entries.ts';
import { requireOpenPeriod, withinPeriod } from '#shared/documents/fiscal/period-lock.ts';
import { countsFiscally } from '#shared/model/fiscal/projection.ts';
import { instant, presentInstant } from '#shared/base/kernel/clock.ts';
import { validation } from '#shared/base/kernel/errors.ts';
import type { Company } from '#shared/model/company.ts';
import type { Invoice, InvoiceDocument } from '#shared/model/invoice.ts';
import { cancelScheduledEmail } from '#shared/output/mail/documents/schedule.ts';
import { kindOf, KINDS } from '#shared/model/kinds.ts';
import type { Payment } from '#shared/model/payment.ts';
import type { Commit, Write } from '#shared/platform/store/transact.ts';
import { givenBack, refuseDrawn, turned, withChanges } from './advances/changes.ts';
import { INVOICES } from './store.ts';
import { planDone } from './submission/planned.ts';
import type { InvoiceParts, StoredInvoice } from './read.ts';

/**
 * Voids a document inside this service only (INV-49 to INV-53): nothing is withdrawn at the authority, and the number is
 * not used again. Cancelling a credit note raises the balance of its invoice again. The result carries a warning when the authority
 * has validated the document.
 *
 * @throws 404; 409 with the status, when the document is already cancelled or waits for an answer of the authority; 422 while the
 *   invoice has credit notes that are not cancelled, and as `refuseNeverDue` and `requireOpenPeriod`.
 */
export const cancelInvoice = (
  company: Company,
  loaded: StoredInvoice,
  reason: string,
  by: Actor,
  commit: Commit<StoredInvoice>,
): Promise<StoredInvoice> =>
  transition(INVOICES, loaded, 'cancel', { commit }, async (stored, attempt) => {
    refuseCredited(stored);
    const { document } = stored;
    refuseDrawn(document);
    const person = personOf(by);
    // What the authority has validated goes on to count, with what it settled or took back.
    const [parent, ...changes] = await Promise.all([
      readSettled(document),
      ...(isCounted(document) ? [] : [givenBack(document, person), turned(document, 'cancelled', person)]),
    ]);
    const outcome = withChanges(cancelled(stored, parent, reason, by), changes.flat());
    const removed = countsFiscally(outcome.after) ? [] : stored.payments.filter(({ collected }) => collected);
    const change = { before: document, after: outcome.after, removed };
    return withinPeriod(outcome, await requireOpenPeriod({ company, attempt }, change));
  });

/** The cancelled document, with the changed balance of the invoice that it reverses. Pure. @throws 422 as `refuseNeverDue` */
export function cancelled(
  {
    document: before,
    payments = [],
    scheduledEmail,
    plannedSubmission,
  }: Pick<StoredInvoice, 'document' | 'scheduledEmail' | 'plannedSubmission'> & Partial<Pick<StoredInvoice, 'payments'>>,
  parent: Parent | undefined,
  reason: string,
  by: Actor,
  at: string = instant(),
): OutcomeWith<InvoiceParts> {
  const company = before.companyId;
  const cancelledFromStatus = before.status;
  const after: InvoiceDocument = {
    ...before,
    status: 'cancelled',
    balance: '0.00',
    cancellationReason: reason,
    cancelledAt: at,
    cancelledBy: personOf(by),
    cancelledFromStatus,
    updatedAt: at,
  };
  const details = `${kindOf(before).title} cancelled: ${reason}`;
  const credit = parent && creditChange(parent, before, after, personOf(by));
  refuseNeverDue(credit);
  return {
    after,
    event: newEvent('cancelled', 'cancelled', details, personOf(by), { reason, cancelledFromStatus }),
    notifications: [
      notification('invoice.cancelled', { ...invoiceSummary(after), reason, cancelledAt: presentInstant(at) }),
      invoiceNotification('invoice.updated', after),
    ],
    also: {
      documents: credit ? [credit] : [],
      writes: [
        ...(scheduledEmail ? [cancelScheduledEmail(KINDS.invoice, company, before.id)] : []),
        ...(countsFiscally(after) ? [] : nothingDue(after, payments)),
        ...(plannedSubmission ? [planDone(company, before.id)] : []),
      ],
    },
    extras: isCounted(before) ? { warnings: [countedWarning(before)] } : {},
    children: { scheduledEmail: undefined, plannedSubmission: undefined },
  };
}

/** The entries of payments stay with the payments (SET-7), but make no VAT due any more. */
const nothingDue = (document: Invoice, payments: readonly Payment[]): Write[] =>
  payments.filter(({ collected }) => collected).map(payment => paymentEntryWrite(document, payment));

/** Whether the authority has validated a document: it then still counts there after a cancellation here. */
const isCounted = ({ status, taxauthStatus }: Invoice): boolean => status === 'validated' || taxauthStatus === 'validated';

/** The warning of INV-52 (Fiscal Code, art. 330 (1)). */
function countedWarning({ number, isCreditNote }: Invoice): string {
  const counted = `The tax authority has validated ${number} and still counts it: it was cancelled inside this service only.`;
  if (isCreditNote) return `${counted} The lawful way to undo a credit note is another invoice.`;
  return `${counted} The lawful way to undo it is a credit note, or a negative invoice, that names it as parentDocumentId; this works now that it is cancelled too.`;
}

/** @throws 422 while credit notes of the invoice are neither cancelled nor deleted (INV-50) */
function refuseCredited({ document, creditNotes }: StoredInvoice): void {
  const standing = creditNotes.filter(one => one.status !== 'cancelled');
  if (standing.length === 0) return;
  throw validation('The invoice has credit notes that are not cancelled: cancel or delete them first.', {
    ...{ status: document.status, reason: 'has_credit_notes' },
    creditNotes: standing.map(one => one.number),
  });
}
