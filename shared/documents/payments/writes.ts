import { createChild, removeChild } from '#shared/documents/common/items.ts';
import { paymentEntryRemovals, paymentEntryWrite } from '#shared/documents/fiscal/entries.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import type { Payment } from '#shared/model/payment.ts';
import type { Write } from '#shared/platform/store/transact.ts';
import { PAYMENTS } from './store.ts';

/** The writes of a new payment of an invoice in force. */
export const paymentWrites = (invoice: Invoice, payment: Payment): Write[] => [
  createChild(PAYMENTS, invoice.companyId, invoice.id, payment),
  paymentEntryWrite(invoice, payment),
];

/** The writes that remove a payment. */
export const paymentRemovals = (invoice: Invoice, payment: Payment): Write[] => [
  removeChild(PAYMENTS, invoice.companyId, invoice.id, payment.id),
  ...paymentEntryRemovals(invoice, payment),
];
