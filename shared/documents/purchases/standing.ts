import { conflict, found } from '#shared/base/kernel/errors.ts';
import { decimal } from '#shared/base/kernel/money.ts';
import type { StoredInvoice } from '#shared/documents/invoices/read.ts';
import { KINDS } from '#shared/model/kinds.ts';

/**
 * A purchase that was entered by hand and that nothing was booked against yet: only such a one is changed or removed (PUR-10, PUR-11).
 *
 * @throws 404 for undefined; 409 for other documents, and for one with payments or credits
 */
export function changeablePurchase(loaded: StoredInvoice | undefined): StoredInvoice {
  const stored = found(loaded, KINDS.invoice.title);
  const { document } = stored;
  const { status } = document;
  if (!document.purchase)
    throw conflict('Only purchases that were entered by hand can be changed or removed here.', { status, reason: 'not_manual' });
  refuseBooked(stored, 'purchase');
  return stored;
}

/** @throws 409 for a document with payments or credits @param what it is called */
export function refuseBooked({ document, payments, creditNotes }: StoredInvoice, what: 'purchase' | 'invoice'): void {
  const { status } = document;
  if (payments.length > 0)
    throw conflict(`The ${what} has payments: remove them first. Its notes can be changed by PUT /api/v1/invoices/{uuid}.`, {
      status,
      reason: 'has_payments',
    });
  if (creditNotes.length > 0 || !decimal(document.creditedAmount).eq(0))
    throw conflict(`Another document takes back from the ${what}: it stays as it is.`, { status, reason: 'has_credit_notes' });
}
