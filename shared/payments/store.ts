import type { StoredDocument } from '../documents/definition.ts';
import { childItems } from '../documents/items.ts';
import type { Invoice } from '../model/invoice.ts';
import { KINDS } from '../model/kinds.ts';
import type { Payment } from '../model/payment.ts';

/** The payments of an invoice: one item each, with the sort key `INV#<invoice>#P#<id>`. */
export const PAYMENTS = childItems<Payment>(KINDS.invoice, 'payment', 'P');

/** An invoice with its payments. */
export interface Payable extends StoredDocument<Invoice> {
  payments: Payment[];
}
