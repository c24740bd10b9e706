import type * as z from 'zod';
import { presentInstant } from '#shared/base/kernel/clock.ts';
import { presentNumber } from '#shared/base/kernel/money.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import type { Payment } from '#shared/model/payment.ts';
import { refundDueOf } from '#shared/model/amounts/settlement.ts';
import { presentPaymentType } from './payment-type.ts';
import type { RecordedPayment } from './record.ts';
import { isOverdue, paymentStatusOf } from '#shared/model/amounts/payment-state.ts';
import type { paymentSchema, recordedSchema, settledSchema } from './schema.ts';

/**
 * The JSON of payments in the answers of the payment endpoints (SET-8, SET-9).
 */

/** What was credited on an invoice, and what is owed back on it. */
export const presentCredit = (invoice: Invoice) => ({
  creditedAmount: presentNumber(invoice.creditedAmount),
  refundDue: presentNumber(refundDueOf(invoice)),
});

export const presentPayment = (payment: Payment): z.infer<typeof paymentSchema> => ({
  id: payment.id,
  uuid: payment.id,
  invoiceId: payment.invoiceId,
  ...presentPaymentType(payment),
  allocationId: payment.allocationId ?? null,
  amount: presentNumber(payment.amount),
  currency: payment.currency,
  paymentDate: payment.paymentDate,
  paymentMethod: payment.paymentMethod,
  reference: payment.reference,
  notes: payment.notes,
  isReconciled: payment.isReconciled,
  createdBy: payment.createdBy && { id: payment.createdBy.id, name: payment.createdBy.name },
  createdAt: presentInstant(payment.createdAt),
  updatedAt: presentInstant(payment.updatedAt),
});

/** Sort order: latest payment date first, and within a day the last recorded first. */
export const latestFirst = (a: Payment, b: Payment): number =>
  compare(b.paymentDate, a.paymentDate) || compare(b.createdAt, a.createdAt) || compare(b.id, a.id);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const presentSettled = (invoice: Invoice): z.infer<typeof settledSchema> => ({
  id: invoice.id,
  uuid: invoice.id,
  number: invoice.number,
  totalAmount: presentNumber(invoice.total),
  amountPaid: presentNumber(invoice.amountPaid),
  remainingAmount: presentNumber(invoice.balance),
  balance: presentNumber(invoice.balance),
  ...presentCredit(invoice),
  paidAt: invoice.paidAt,
  status: invoice.status,
  documentStatus: invoice.status,
  paymentStatus: paymentStatusOf(invoice),
  isOverdue: isOverdue(invoice),
});

export const presentRecorded = ({ payment, invoice, warnings }: RecordedPayment): z.infer<typeof recordedSchema> => ({
  payment: presentPayment(payment),
  invoice: presentSettled(invoice),
  ...(warnings.length > 0 && { warnings }),
});
