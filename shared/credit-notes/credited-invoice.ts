import { found, validation } from '../kernel/errors.ts';
import { instant } from '../kernel/clock.ts';
import { amount, type Big, decimal, presentNumber } from '../kernel/money.ts';
import { type CompanyId, companyScope } from '../store/table.ts';
import { newEvent } from '../documents/timeline.ts';
import { invoiceNotification } from '../webhooks/notification.ts';
import type { PersonRef } from '../model/document.ts';
import type { Invoice } from '../model/invoice.ts';
import type { Payment } from '../model/payment.ts';
import type { HeaderChange } from '../documents/definition.ts';
import { readHeader } from '../documents/store.ts';
import { KINDS } from '../model/kinds.ts';
import { PAYMENTS } from '../payments/store.ts';
import { settledBy } from '../model/amounts/payment-state.ts';

/** The effect of a credit note on the invoice that it credits (completions-documents §1.6, §3). */

export interface Parent {
  invoice: Invoice;
  payments: Payment[];
}

/** The invoice that a credit note credits, with its payments. One parallel round trip. @throws 404 when it no longer exists */
export async function readParent(creditNote: Invoice): Promise<Parent> {
  const company: CompanyId = companyScope(creditNote.companyId);
  const id = creditNote.parentDocumentId ?? '';
  const [invoice, payments] = await Promise.all([readHeader<Invoice>(KINDS.invoice, company, id), PAYMENTS.read(company, id)]);
  return { invoice: found(invoice, 'Parent document'), payments };
}

/** The credited invoice of a credit note; undefined for an invoice and for a credit note without parent. @throws as `readParent` */
export const readParentOf = async (document: Invoice): Promise<Parent | undefined> =>
  document.isCreditNote && document.parentDocumentId !== null ? readParent(document) : undefined;

/** Whether a document is in force: issued, and not cancelled. */
export const inForce = ({ status }: Pick<Invoice, 'status'>): boolean => status !== 'draft' && status !== 'cancelled';

/** @throws 422 when the invoice to be credited is a supplier's, a draft or cancelled */
export function refuseVoidParent(parent: Invoice): void {
  if (parent.direction === 'incoming')
    throw validation('An invoice received from a supplier can be credited only by the supplier.', {
      parentDocumentId: ['must be an invoice that the company issued'],
    });
  if (inForce(parent)) return;
  throw validation('The credited invoice must be issued and not cancelled.', {
    parentDocumentId: ['must be an issued document'],
    ...{ status: parent.status, reason: 'parent_not_in_force' },
  });
}

/** The amount that a document takes off the invoice that it credits; 0 unless it is a credit note in force. Pure. */
const creditOf = (document: Invoice): Big =>
  document.isCreditNote && inForce(document) ? decimal(document.total).abs() : decimal(0);

/** The invoice with `credit` added to its credited amount, and its balance computed anew. Pure. */
export const credited = ({ invoice, payments }: Parent, credit: Big): Invoice =>
  settledBy({ ...invoice, creditedAmount: amount(decimal(invoice.creditedAmount).plus(credit)) }, payments);

/**
 * The change that a change of a credit note makes to the credited invoice: credited amount, balance and timeline. Undefined when
 * the credited amount does not change. The write is conditional on the version read: after a concurrent payment, cancellation or
 * credit note it fails, and the caller decides again.
 */
export function creditChange(parent: Parent, before: Invoice, after: Invoice, by: PersonRef): HeaderChange<Invoice> | undefined {
  const credit = creditOf(after).minus(creditOf(before));
  if (credit.eq(0)) return undefined;
  const changed = { ...credited(parent, credit), updatedAt: instant() };
  const what = credit.gt(0) ? 'Credited by' : 'No longer credited by';
  const event = newEvent('updated', null, `${what} ${after.number}: ${amount(credit.abs())} ${after.currency}`, by, {
    creditNoteId: after.id,
    creditNoteNumber: after.number,
    amount: presentNumber(credit),
    currency: after.currency,
  });
  const recorded = [{ event, webhooks: [invoiceNotification('invoice.updated', changed)] }];
  return { before: parent.invoice, after: changed, recorded };
}

/**
 * A change of the credited invoice that only raises its version. When the invoice is cancelled and credited at the same time, one
 * of the two conditional writes fails.
 */
export const claim = (parent: Invoice): HeaderChange<Invoice> => ({ before: parent, after: parent, recorded: [] });
