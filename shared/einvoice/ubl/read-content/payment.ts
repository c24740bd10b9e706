import type { InvoiceDocument } from '../../../model/invoice.ts';
import type { Seller } from '../../../model/party.ts';
import type { PaymentMethod } from '../../../model/payment.ts';
import type { ReadInvoice } from '../read/model.ts';

/** UNTDID 4461, what of it the payment methods of a document stand for. */
const METHODS: ReadonlyMap<string, PaymentMethod> = new Map([
  ...['10'].map(code => [code, 'cash'] as const),
  ...['20', '21', '22', '23', '24', '25', '26', '60'].map(code => [code, 'cheque'] as const),
  ...['1', '30', '31', '42', '57', '58'].map(code => [code, 'bank_transfer'] as const),
  ...['48', '54', '55', '68'].map(code => [code, 'card'] as const),
]);

type Payment = Pick<InvoiceDocument, 'paymentTerms' | 'paymentMethod' | PayeeField> & {
  /** The account to pay to, where it is the seller's. */
  account: Pick<Seller, 'iban' | 'bankName'>;
};
type PayeeField = 'payeeName' | 'payeeIdentifier' | 'payeeLegalRegistrationIdentifier' | 'payeeBankAccount' | 'payeeBankName';

/** How to pay, and whom. Of several accounts the first is kept; `ReadInvoice.paymentMeans` has them all. */
export function contentPayment({ paymentMeans, paymentTerms, payee }: ReadInvoice): Payment {
  const account = paymentMeans.find(means => means.account)?.account ?? null;
  const paymentMethod = METHODS.get(paymentMeans[0]?.code ?? '') ?? (paymentMeans.length > 0 ? 'other' : 'bank_transfer');
  // An account under other means than a transfer is one that the document names on purpose.
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
