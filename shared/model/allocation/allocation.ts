import type { PersonRef } from '../document.ts';
import type { PaymentMethod } from '../payment.ts';
import type { CreditPartner, TakenCredit } from './credit.ts';

/** An invoice of an allocation, with the payments that it has got. */
export interface AllocatedDocument {
  /** The invoice. */
  id: string;
  number: string;
  /** Positive: paid. Negative: what was owed back on it and is used. */
  amount: string;
  /** One, or two where money and what is set off pay together. */
  paymentIds: string[];
}

/**
 * Money of a client, and what it pays (SET-42). Item `ALLOCATION#<id>`; the id begins with the day of the payment, so that a query of a period
 * reads its allocations alone.
 *
 * `amount` + taken credit = the amounts of the documents + `credit`.
 */
export interface Allocation {
  id: string;
  partner: CreditPartner;
  paymentDate: string;
  /** The money that came; negative: that went back to the client. */
  amount: string;
  currency: string;
  /** What is over, and is credit of the client from then on. */
  credit: string;
  /** The rate of that credit: lei for one unit of a foreign currency; null in lei, and without credit. */
  exchangeRate: string | null;
  /** What it has used of earlier credit. */
  taken: TakenCredit[];
  documents: AllocatedDocument[];
  paymentMethod: PaymentMethod;
  reference: string | null;
  notes: string | null;
  /** The receipt that it belongs to: it goes with that alone (RCT-9). */
  receipt?: { id: string; number: string };
  /** Hundredths of a leu that credit adds to the client's cash of the day, beside those of the payments. */
  cashCents?: number;
  createdBy: PersonRef | null;
  createdAt: string;
}
