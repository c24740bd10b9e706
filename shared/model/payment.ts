import type { PersonRef } from './document.ts';

export const PAYMENT_METHODS = ['bank_transfer', 'cash', 'card', 'cheque', 'other'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** A payment for an invoice. Item `INV#<invoice>#P#<id>`. */
export interface Payment {
  id: string;
  invoiceId: string;
  amount: string;
  currency: string;
  paymentDate: string;
  paymentMethod: PaymentMethod;
  reference: string | null;
  notes: string | null;
  isReconciled: boolean;
  /** Given by the caller: another request with the same key for this invoice returns this payment. */
  idempotencyKey?: string;
  createdBy: PersonRef | null;
  createdAt: string;
  updatedAt: string;
}
