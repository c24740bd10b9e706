import type { Actor } from '#shared/platform/access/model.ts';
import { updatedEvent } from '#shared/documents/common/changed-fields.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { paymentEntryWrite } from '#shared/documents/fiscal/entries.ts';
import { requireOpenPeriod, withinPeriod } from '#shared/documents/fiscal/period-lock.ts';
import { changeDocument } from '#shared/documents/common/transition.ts';
import { instant, localDay } from '#shared/base/kernel/clock.ts';
import { found } from '#shared/base/kernel/errors.ts';
import { patched } from '#shared/base/kernel/patch.ts';
import type { Company } from '#shared/model/company.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { withMetadata } from '#shared/model/callers-data/metadata.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import { invoiceNotification } from '#shared/output/webhooks/notification.ts';
import type { StoredInvoice } from '../read.ts';
import { rated, rateWrites } from './rate.ts';
import type { Notes } from './is-annotation.ts';
import { INVOICES } from '../store.ts';

/** The bookkeeping fields after a change; null resets a field to its default. */
function booked(
  { booking, validatedAt, createdAt, purchase, issueDate }: Invoice,
  notes: Omit<Notes, 'internalNote' | 'projectReference' | 'metadata' | 'exchangeRate'>,
): Partial<Invoice> {
  if (Object.values(notes).every(value => value === undefined)) return {};
  const delivered = (): string => (purchase ? issueDate : localDay(validatedAt ?? createdAt));
  const blank = { expenseCategory: null, expenseAccount: null, vatDeductiblePercent: '100', receivedDate: delivered() };
  const { expenseCategory, expenseAccount, vatDeductiblePercent, selfAssessedRate, receivedDate } = notes;
  return {
    booking: patched(booking ?? blank, {
      expenseCategory,
      expenseAccount,
      vatDeductiblePercent: vatDeductiblePercent === null ? blank.vatDeductiblePercent : vatDeductiblePercent,
      selfAssessedRate,
      receivedDate: receivedDate === null ? blank.receivedDate : receivedDate,
    }),
  };
}

/** Under VAT on collection the deductible share is that of the payments, whenever they were made. */
const isDeductedOtherwise = (before: Invoice, after: Invoice): boolean =>
  before.booking?.vatDeductiblePercent !== after.booking?.vatDeductiblePercent;

/** Changes the notes on a received document. @throws 404 when it no longer exists; 422 as `rated` and `requireOpenPeriod`; 503 after 40 attempts under contention */
export const annotate = (
  company: Company,
  loaded: StoredInvoice,
  { internalNote, projectReference, metadata, exchangeRate, ...notes }: Notes,
  by: Actor,
  commit: Commit<StoredInvoice>,
): Promise<StoredInvoice> => {
  const { companyId, id } = loaded.document;
  return changeDocument(INVOICES, { company: companyId, id, loaded }, { commit }, async (stored, attempt) => {
    const { document, payments } = found(stored, KINDS.invoice.title);
    const after = {
      ...withMetadata(patched(await rated(document, exchangeRate), { internalNote, projectReference }), metadata),
      ...booked(document, notes),
      updatedAt: instant(),
    };
    const deducted = isDeductedOtherwise(document, after) ? payments.filter(({ collected }) => collected) : [];
    const changed = document.exchangeRate === after.exchangeRate ? deducted : payments;
    const within = await requireOpenPeriod({ company, attempt }, { before: document, after, added: deducted });
    const outcome = {
      after,
      also: { writes: [...changed.map(payment => paymentEntryWrite(after, payment)), ...(await rateWrites(document, after))] },
      event: updatedEvent(document, after, 'Notes on the received document changed', personOf(by)),
      notifications: [invoiceNotification('invoice.updated', after)],
    };
    return withinPeriod(outcome, within);
  });
};
