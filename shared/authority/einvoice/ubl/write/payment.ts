import { isCreditNoteXml } from '#shared/model/amounts/document-figures.ts';
import { type DefaultTerm, defaultTermOf } from '#shared/model/amounts/payment-term.ts';
import { supplierOf } from '#shared/model/roles.ts';
import { element, text, type Xml } from '#shared/base/kernel/xml.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import type { PaymentMethod } from '#shared/model/payment.ts';

/** BT-81, UNTDID 4461 (EIN-11). */
const MEANS_CODE: Record<PaymentMethod, string> = {
  cash: '10',
  cheque: '20',
  bank_transfer: '30',
  card: '48',
  other: 'ZZZ',
};
/** UNTDID 4461 "payment to bank account": for transfers when no account is known, because code 30 requires one (BR-61). */
const TRANSFER_WITHOUT_ACCOUNT = '42';

/** BG-16, BG-17: the payment method, and the account to pay to for a transfer or where the document has one of its own. */
export function paymentMeans(document: InvoiceDocument): Xml {
  const { iban, bankName } = paymentAccount(document);
  const transfer = document.paymentMethod === 'bank_transfer';
  return element(
    'cac:PaymentMeans',
    text('cbc:PaymentMeansCode', transfer && iban === null ? TRANSFER_WITHOUT_ACCOUNT : MEANS_CODE[document.paymentMethod]), // BT-81
    isCreditNoteXml(document) ? text('cbc:PaymentDueDate', document.dueDate) : '', // BT-9
    iban !== null && (transfer || document.payeeBankAccount?.trim())
      ? element(
          'cac:PayeeFinancialAccount',
          text('cbc:ID', iban), // BT-84
          text('cbc:Name', bankName), // BT-85
        )
      : '',
  );
}

/** The account to pay to: the payee's if the document has one, else the seller's. The IBAN is without spaces, in upper case. */
export function paymentAccount(document: InvoiceDocument): { iban: string | null; bankName: string | null } {
  const { payeeBankAccount, payeeBankName } = document;
  const seller = supplierOf(document);
  if (payeeBankAccount?.trim()) return { iban: compact(payeeBankAccount), bankName: payeeBankName };
  return { iban: seller?.iban?.trim() ? compact(seller.iban) : null, bankName: seller?.bankName ?? null };
}

const compact = (iban: string): string => iban.replace(/\s/g, '').toUpperCase();

/** BT-20 */
export const paymentTerms = (document: InvoiceDocument): Xml =>
  element('cac:PaymentTerms', text('cbc:Note', paymentTermsText(document)));

/** Payment terms of an invoice that has neither a due date nor terms. */
const DEFAULT_TERMS: Record<DefaultTerm, string> = {
  legal: 'Termen legal de plată: 30 de zile',
  onReceipt: 'Plata la primirea facturii',
};

/** BT-20: the payment terms with the penalties for late payment, which EN 16931 includes in them. */
export function paymentTermsText(document: InvoiceDocument): string {
  const byDefault = defaultTermOf(document);
  const terms = document.paymentTerms?.trim() || (byDefault ? DEFAULT_TERMS[byDefault] : '');
  if (!document.penaltyEnabled || document.penaltyPercentPerDay === null) return terms;
  const grace = document.penaltyGraceDays ? `, după ${document.penaltyGraceDays} zile de la scadență` : '';
  const penalties = `Penalități de întârziere: ${document.penaltyPercentPerDay.replace('.', ',')}% pe zi${grace}`;
  return terms ? `${terms}; ${penalties}` : penalties;
}
