import type { StoredDocument } from '#shared/documents/common/definition.ts';
import { childItems } from '#shared/documents/common/items.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { KINDS } from '#shared/model/kinds.ts';
import type { Payment } from '#shared/model/payment.ts';

/** The payments of an invoice: one item each, with the sort key `INV#<invoice>#P#<id>`. */
export const PAYMENTS = childItems<Payment>(KINDS.invoice, 'payment', 'P');

/** What of an invoice is read and written when it is settled. */
export interface PayableParts {
  header: Invoice;
  children: { payments: Payment[] };
}

/** An invoice with its payments. */
export type Payable = StoredDocument<PayableParts>;
