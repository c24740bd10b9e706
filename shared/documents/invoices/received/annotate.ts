import type { Actor } from '#shared/platform/access/model.ts';
import { updatedEvent } from '#shared/documents/common/changed-fields.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { changeDocument } from '#shared/documents/common/transition.ts';
import { instant, localDay } from '#shared/base/kernel/clock.ts';
import { found } from '#shared/base/kernel/errors.ts';
import { patched } from '#shared/base/kernel/patch.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { withMetadata } from '#shared/model/callers-data/metadata.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import { invoiceNotification } from '#shared/output/webhooks/notification.ts';
import type { StoredInvoice } from '../read.ts';
import type { Notes } from './is-annotation.ts';
import { INVOICES } from '../store.ts';

/** The bookkeeping fields after a change; null resets a field to its default. */
function booked(
  { booking, validatedAt, createdAt }: Invoice,
  notes: Omit<Notes, 'internalNote' | 'projectReference' | 'metadata'>,
): Partial<Invoice> {
  if (Object.values(notes).every(value => value === undefined)) return {};
  const delivered = (): string => localDay(validatedAt ?? createdAt);
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

/** Changes the notes on a received document. @throws 404 when it no longer exists; 503 after 40 attempts under contention */
export const annotate = (
  loaded: StoredInvoice,
  { internalNote, projectReference, metadata, ...notes }: Notes,
  by: Actor,
  commit: Commit<StoredInvoice>,
): Promise<StoredInvoice> => {
  const { companyId, id } = loaded.document;
  return changeDocument(INVOICES, { company: companyId, id, loaded }, { commit }, stored => {
    const { document } = found(stored, KINDS.invoice.title);
    const after = {
      ...withMetadata(patched(document, { internalNote, projectReference }), metadata),
      ...booked(document, notes),
      updatedAt: instant(),
    };
    return {
      after,
      event: updatedEvent(document, after, 'Notes on the received document changed', personOf(by)),
      notifications: [invoiceNotification('invoice.updated', after)],
    };
  });
};
