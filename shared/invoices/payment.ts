import type { InvoiceDocument, PaymentMethod, PersonRef } from './model.ts';
import { companyKey, companyScope } from '../store/table.ts';
import { create, type Write } from '../store/transact.ts';

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
  createdBy: PersonRef | null;
  createdAt: string;
  updatedAt: string;
}

export const paymentWrite = (document: Pick<InvoiceDocument, 'companyId' | 'id'>, payment: Payment): Write =>
  create({
    ...companyKey(companyScope(document.companyId), `INV#${document.id}#P#${payment.id}`),
    kind: 'payment',
    data: payment,
  });
