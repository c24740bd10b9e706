import { compare } from '#shared/base/kernel/collate.ts';
import type { PaymentType } from '../payment.ts';
import type { LedgerPartner } from './partners.ts';

/** `settlement`: of an opening balance; `refund` without a payment: what a document that names no invoice has settled itself. */
export type MovementKind = 'opening' | 'invoice' | 'credit_note' | PaymentType | 'settlement';

/** What is open on a document, or on one of an opening balance. */
export interface OpenItem {
  /** The document that is open; what credits it moves it too. */
  id: string;
  number: string;
  partner: LedgerPartner;
  currency: string;
  exchangeRate: string | null;
  issueDate: string;
  dueDate: string | null;
  cents: number;
}

/** A change of what is open. */
export interface Movement extends Omit<OpenItem, 'issueDate'> {
  date: string;
  kind: MovementKind;
  /** The document of the row; null for an opening balance. */
  documentId: string | null;
  paymentId: string | null;
}

const ORDER: MovementKind[] = ['opening', 'invoice', 'credit_note', 'payment', 'refund', 'offset', 'settlement'];

/** The order of an account: by day, and on one day charges before payments. */
export const byDate = (a: Movement, b: Movement): number =>
  compare(a.date, b.date) ||
  ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) ||
  compare(a.number, b.number) ||
  compare(a.paymentId ?? '', b.paymentId ?? '');
