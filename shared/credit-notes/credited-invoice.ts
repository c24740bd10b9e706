import { notFound, validation } from '../kernel/errors.ts';
import { instant } from '../kernel/clock.ts';
import { amount, type Big, decimal, shownNumber } from '../kernel/money.ts';
import { queryItems } from '../store/read.ts';
import { type CompanyId, companyPartition, companyScope, type Item } from '../store/table.ts';
import type { Write } from '../store/transact.ts';
import { newEvent } from '../documents/timeline.ts';
import { invoiceNotification } from '../webhooks/notification.ts';
import type { PersonRef } from '../model/document.ts';
import type { Invoice } from '../model/invoice.ts';
import type { Payment } from '../model/payment.ts';
import { type HeadChange, headWrites, readHead } from '../documents/store.ts';
import { settledBy } from '../model/amounts/payment-state.ts';

/** What a credit note does to the invoice that it credits (completions-documents §1.6, §3). */

export interface Parent {
  invoice: Invoice;
  payments: Payment[];
}

/** The invoice that a credit note credits, with its payments. One wave. @throws 404 when it is gone */
export async function readParent(creditNote: Invoice): Promise<Parent> {
  const company: CompanyId = companyScope(creditNote.companyId);
  const id = creditNote.parentDocumentId ?? '';
  const [invoice, payments] = await Promise.all([
    readHead(company, id),
    queryItems<Item & { data: Payment }>({ partition: companyPartition(company), beginsWith: `INV#${id}#P#` }),
  ]);
  if (!invoice) throw notFound('Parent document');
  return { invoice, payments: payments.map(item => item.data) };
}

/** Whether a document counts: issued, and not cancelled. */
export const inForce = ({ status }: Pick<Invoice, 'status'>): boolean => status !== 'draft' && status !== 'cancelled';

/** @throws 422 when the invoice to be credited is a draft or void */
export function refuseVoidParent(parent: Invoice): void {
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
export function creditChange(parent: Parent, before: Invoice, after: Invoice, by: PersonRef): HeadChange | undefined {
  const credit = creditOf(after).minus(creditOf(before));
  if (credit.eq(0)) return undefined;
  const changed = { ...credited(parent, credit), updatedAt: instant() };
  const what = credit.gt(0) ? 'Credited by' : 'No longer credited by';
  const event = newEvent('updated', null, `${what} ${after.number}: ${amount(credit.abs())} ${after.currency}`, by, {
    creditNoteId: after.id,
    creditNoteNumber: after.number,
    amount: shownNumber(credit),
    currency: after.currency,
  });
  const recorded = [{ event, webhooks: [invoiceNotification('invoice.updated', changed)] }];
  return { before: parent.invoice, after: changed, recorded };
}

/** The writes that have an invoice cancelled and credited at the same moment refuse one of the two: they change nothing but its version. */
export const claimWrites = (parent: Invoice): Write[] => headWrites({ before: parent, after: parent, recorded: [] });
