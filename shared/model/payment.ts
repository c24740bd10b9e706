import type { PersonRef } from './document.ts';
import type { VatParts } from './fiscal/vat-parts.ts';

export const PAYMENT_METHODS = ['bank_transfer', 'cash', 'card', 'cheque', 'other'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** `payment`: money received; `refund`: paid back; `offset`: booked against another invoice of the client. */
export const PAYMENT_TYPES = ['payment', 'refund', 'offset'] as const;
export type PaymentType = (typeof PAYMENT_TYPES)[number];

/** A payment for an invoice. Item `INV#<invoice>#P#<id>`. */
export interface Payment {
  id: string;
  invoiceId: string;
  /** Absent for a payment. */
  type?: Exclude<PaymentType, 'payment'>;
  /** Whether the amount lowers what was paid on this invoice: refunds, and offsets on the invoice whose surplus is used. */
  paysBack?: true;
  /** The other side of an offset. */
  offset?: { invoiceId: string; paymentId: string };
  /** Positive. */
  amount: string;
  currency: string;
  paymentDate: string;
  paymentMethod: PaymentMethod;
  reference: string | null;
  notes: string | null;
  isReconciled: boolean;
  /** The allocation that it is a part of (allocation/allocation.ts): it is removed with that. */
  allocationId?: string;
  /** VAT on collection: what the payment made due (fiscal/collection.ts). */
  collected?: VatParts[];
  /** The receipt that the payment belongs to: it goes with that alone (RCT-9). */
  receipt?: { id: string; number: string };
  /** Given by the caller: another request with the same key for this invoice returns this payment. */
  idempotencyKey?: string;
  createdBy: PersonRef | null;
  createdAt: string;
  updatedAt: string;
}
