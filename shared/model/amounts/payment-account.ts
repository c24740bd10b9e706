import { asksForPayment } from './owed.ts';
import type { Invoice } from '../invoice.ts';
import { isSelfBilled, supplierOf } from '../roles.ts';

/** The account that a document is to be paid to, without spaces. */
export interface PaymentAccount {
  iban: string | null;
  bankName: string | null;
}

const NO_ACCOUNT: PaymentAccount = { iban: null, bankName: null };

/**
 * The bank account for payment: that of the payee if the document names one (BG-10), else that of the seller, unless it is a
 * refund. Pure.
 */
export function paymentAccount(document: Invoice): PaymentAccount {
  const { payeeBankAccount, payeeBankName } = document;
  const seller = supplierOf(document);
  const ofSeller = seller && asksForPayment(document) ? { iban: seller.iban, bankName: seller.bankName } : NO_ACCOUNT;
  const { iban, bankName } = payeeBankAccount ? { iban: payeeBankAccount, bankName: payeeBankName } : ofSeller;
  return { iban: iban && iban.replace(/\s/g, ''), bankName };
}

/** The record that lacks an account. */
export interface MissingAccount {
  /** The field of a request that names the record; null: it is the company. */
  field: 'clientId' | null;
  message: string;
}

/** What a document lacks that states no account. Pure. */
export function missingAccount(document: Invoice): MissingAccount {
  const purpose = 'so that the document and the e-invoice tell the buyer where to pay.';
  return isSelfBilled(document)
    ? { field: 'clientId', message: `Add a bank account to the client, who is the seller, ${purpose}` }
    : { field: null, message: `Add a bank account in ${document.currency} to the company, ${purpose}` };
}

/**
 * The warning about a document in a foreign currency that asks for payment by bank transfer and states no account (INV-86). A company without
 * any account learns it from the full validation: in RON, each of its drafts would be warned of. Pure.
 */
export function accountWarnings(document: Invoice): string[] {
  if (document.currency === 'RON') return [];
  if (document.paymentMethod !== 'bank_transfer' || !asksForPayment(document) || paymentAccount(document).iban) return [];
  const { field, message } = missingAccount(document);
  return [`${field ?? 'company'}: ${message}`];
}
