import { asksForPayment } from './owed.ts';
import type { Invoice } from '../invoice.ts';
import { supplierOf } from '../roles.ts';

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
