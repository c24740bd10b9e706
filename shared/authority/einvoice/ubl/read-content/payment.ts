import type { InvoiceDocument } from '#shared/model/invoice.ts';
import type { Seller } from '#shared/model/party.ts';
import type { PaymentMethod } from '#shared/model/payment.ts';
import type { ReadInvoice } from '../read/model.ts';

/** The payment methods of documents by their codes of UNTDID 4461. */
const METHODS: ReadonlyMap<string, PaymentMethod> = new Map([
  ...['10'].map(code => [code, 'cash'] as const),
  ...['20', '21', '22', '23', '24', '25', '26', '60'].map(code => [code, 'cheque'] as const),
  ...['1', '30', '31', '42', '57', '58'].map(code => [code, 'bank_transfer'] as const),
  ...['48', '54', '55', '68'].map(code => [code, 'card'] as const),
]);

type Payment = Pick<InvoiceDocument, 'paymentTerms' | 'paymentMethod' | PayeeField> & {
  /** The account to pay to, if it is the seller's. */
  account: Pick<Seller, 'iban' | 'bankName'>;
};
type PayeeField = 'payeeName' | 'payeeIdentifier' | 'payeeLegalRegistrationIdentifier' | 'payeeBankAccount' | 'payeeBankName';

/** Payment method, account and payee. Of several accounts only the first is used; `ReadInvoice.paymentMeans` has all. */
export function contentPayment({ paymentMeans, paymentTerms, payee }: ReadInvoice): Payment {
  const account = paymentMeans.find(means => means.account)?.account ?? null;
  const paymentMethod = METHODS.get(paymentMeans[0]?.code ?? '') ?? (paymentMeans.length > 0 ? 'other' : 'bank_transfer');
  // An account with another payment method than a transfer is stored as a field of the document.
  const isPayees = payee !== null || paymentMethod !== 'bank_transfer';
  const stated = { iban: account?.id ?? null, bankName: account?.name ?? null };
  return {
    paymentTerms,
    paymentMethod,
    payeeName: payee?.name ?? null,
    payeeIdentifier: payee?.identifier ?? null,
    payeeLegalRegistrationIdentifier: payee?.legalIdentifier ?? null,
    payeeBankAccount: isPayees ? stated.iban : null,
    payeeBankName: isPayees ? stated.bankName : null,
    account: isPayees ? { iban: null, bankName: null } : stated,
  };
}
