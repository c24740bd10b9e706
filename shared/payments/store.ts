import type { InvoiceDocument } from '../model/invoice.ts';
import type { Payment } from '../model/payment.ts';
import { companyKey, companyScope, type Key } from '../store/table.ts';
import { create, remove, type Write } from '../store/transact.ts';

type Owner = Pick<InvoiceDocument, 'companyId' | 'id'>;

const paymentKey = ({ companyId, id }: Owner, payment: Payment): Key =>
  companyKey(companyScope(companyId), `INV#${id}#P#${payment.id}`);

export const paymentWrite = (document: Owner, payment: Payment): Write =>
  create({ ...paymentKey(document, payment), kind: 'payment', data: payment });

/** The write that removes a payment. */
export const paymentRemoval = (document: Owner, payment: Payment): Write => remove(paymentKey(document, payment));
