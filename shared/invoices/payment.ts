import type { InvoiceDocument, PaymentMethod, PersonRef } from './model.ts';
import { companyKey, companyScope, type Key } from '../store/table.ts';
import { create, remove, type Write } from '../store/transact.ts';

/** Money received on an invoice. Item `INV#<invoice>#P#<id>`. */
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
  /** The caller's own name for it: the same again on this invoice is the same payment. */
  idempotencyKey?: string;
  createdBy: PersonRef | null;
  createdAt: string;
  updatedAt: string;
}

type Owner = Pick<InvoiceDocument, 'companyId' | 'id'>;

const paymentKey = ({ companyId, id }: Owner, payment: Payment): Key =>
  companyKey(companyScope(companyId), `INV#${id}#P#${payment.id}`);

export const paymentWrite = (document: Owner, payment: Payment): Write =>
  create({ ...paymentKey(document, payment), kind: 'payment', data: payment });

/** The write that removes a payment. */
export const paymentRemoval = (document: Owner, payment: Payment): Write => remove(paymentKey(document, payment));
