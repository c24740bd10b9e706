import type { CompanyId } from '#shared/base/kernel/ids.ts';
import type { Company } from '../company.ts';
import type { PersonRef } from '../document.ts';
import type { ReceiptKind } from '../kinds.ts';

export const RECEIPT_STATUSES = ['issued', 'cancelled'] as const;

/** What of a company its receipts state, as it was when they were issued. */
export type ReceiptIssuer = Pick<
  Company,
  'name' | 'cif' | 'vatCode' | 'vatPayer' | 'registrationNumber' | 'address' | 'city' | 'state' | 'country'
>;

/** Who has paid the cash, or has been paid it. */
export interface ReceiptPartner {
  name: string;
  cif: string | null;
  registrationNumber: string | null;
  /** Street, city and county in one line. */
  address: string | null;
}

/** A document that a receipt settles, with the payment that it has for that. */
export interface ReceiptDocument {
  id: string;
  number: string;
  issueDate: string;
  amount: string;
  paymentId: string;
}

/**
 * A receipt for cash (`chitanță`), or an order to pay cash (`dispoziție de plată`). It is issued at once, and never changed but by its
 * cancellation. Item `C#<company>` / `RECEIPT#<date>#<id>`.
 */
export interface Receipt {
  companyId: CompanyId;
  id: string;
  version: number;
  kind: ReceiptKind;
  status: (typeof RECEIPT_STATUSES)[number];
  number: string;
  sequence: number;
  seriesId: string;
  /** Of the issue before it in its series (documents/timeline-hashes.ts). */
  previousHash: string | null;
  /** Of all fields that do not change. */
  hash: string;
  /** Hash of all fields as they are stored now, also of its cancellation; it is set where it is stored. */
  seal?: string;
  /** When the cash has changed hands, `YYYY-MM-DD`. */
  date: string;
  /** In lei. */
  amount: string;
  issuer: ReceiptIssuer;
  clientId: string | null;
  /** Whether the partner is a person, for whom the law allows more cash. */
  isPerson: boolean;
  partner: ReceiptPartner;
  /** Of the client, at most `MOST_DOCUMENTS`. None for an advance and other takings. */
  documents: ReceiptDocument[];
  /** The allocation of the cash of a client to documents and its credit; null without a client. */
  allocationId: string | null;
  notes: string | null;
  idempotencyKey: string | null;
  cancelledAt: string | null;
  cancelledBy: PersonRef | null;
  cancellationReason: string | null;
  createdBy: PersonRef;
  createdAt: string;
  updatedAt: string;
}

/** The fields that a cancellation changes, and the hashes themselves: all others are what was issued. */
const CHANGING: ReadonlySet<string> = new Set([
  ...['version', 'status', 'hash', 'cancelledAt', 'cancelledBy', 'cancellationReason', 'updatedAt', 'seal'],
]);

/** What of a receipt is fixed when it is issued. */
export const issuedContent = (receipt: Omit<Receipt, 'hash'>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(receipt).filter(([name]) => !CHANGING.has(name)));
