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

/** What a credit note does to the invoice that it credits (completions-documents §1.6, §3). */

export interface Parent {
  invoice: Invoice;
  payments: Payment[];
}

/** The invoice that a credit note credits, with its payments. One parallel round trip. @throws 404 when it is gone */
export async function readParent(creditNote: Invoice): Promise<Parent> {
  const company: CompanyId = companyScope(creditNote.companyId);
  const id = creditNote.parentDocumentId ?? '';
  const [invoice, payments] = await Promise.all([readHeader<Invoice>(KINDS.invoice, company, id), PAYMENTS.read(company, id)]);
  return { invoice: found(invoice, 'Parent document'), payments };
}

/** The credited invoice of a credit note; undefined for an invoice, and for a credit note that credits none. @throws 404 when it is gone */
export const readParentOf = async (document: Invoice): Promise<Parent | undefined> =>
  document.isCreditNote && document.parentDocumentId !== null ? readParent(document) : undefined;

/** Whether a document counts: issued, and not cancelled. */
export const inForce = ({ status }: Pick<Invoice, 'status'>): boolean => status !== 'draft' && status !== 'cancelled';

/** @throws 422 when the invoice to be credited is a draft or void */
export function refuseVoidParent(parent: Invoice): void {
  if (parent.direction === 'incoming')
    throw validation('An invoice of a supplier is credited by the supplier.', {
      parentDocumentId: ['must be an invoice that the company issued'],
    });
  if (inForce(parent)) return;
  throw validation('The credited invoice must be issued and not cancelled.', {
    parentDocumentId: ['must be an issued document'],
    ...{ status: parent.status, reason: 'parent_not_in_force' },
  });
}

/** What a document takes off the invoice that it credits. Pure. */
const creditOf = (document: Invoice): Big =>
  document.isCreditNote && inForce(document) ? decimal(document.total).abs() : decimal(0);

/** The invoice after its credits changed by `credit`. Pure. */
export const credited = ({ invoice, payments }: Parent, credit: Big): Invoice =>
  settledBy({ ...invoice, creditedAmount: amount(decimal(invoice.creditedAmount).plus(credit)) }, payments);

/**
 * The change of the credited invoice that goes with a change of its credit note: credit, balance and timeline; undefined where the
 * credit stays. Conditional on the version read, so that a payment, a cancellation or another credit note at the same moment has the
 * decision made again.
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
 * The change of the credited invoice that has it cancelled and credited at the same moment refuse one of the two: nothing but its
 * version.
 */
export const claim = (parent: Invoice): HeaderChange<Invoice> => ({ before: parent, after: parent, recorded: [] });
