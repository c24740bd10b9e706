import * as z from 'zod';
import { day, instant, namedPersonSchema, uuid } from '#shared/base/kernel/schema.ts';
import { PAYMENT_METHODS, PAYMENT_TYPES } from '#shared/model/payment.ts';
import { INVOICE_STATUSES } from '#shared/model/invoice.ts';

/** Response schemas of the payment endpoints. */

export const paymentSchema = z
  .object({
    id: uuid(),
    uuid: uuid(),
    invoiceId: uuid(),
    type: z.enum(PAYMENT_TYPES),
    paysBack: z.boolean(),
    offsetInvoiceId: uuid().nullable(),
    allocationId: uuid().nullable(),
    amount: z.number(),
    currency: z.string(),
    paymentDate: day(),
    paymentMethod: z.enum(PAYMENT_METHODS),
    reference: z.string().nullable(),
    notes: z.string().nullable(),
    isReconciled: z.boolean(),
    createdBy: namedPersonSchema.nullable(),
    createdAt: instant(),
    updatedAt: instant(),
  })
  .meta({ id: 'Payment' });

export const settledSchema = z
  .object({
    id: uuid(),
    uuid: uuid(),
    number: z.string(),
    totalAmount: z.number(),
    amountPaid: z.number(),
    remainingAmount: z.number(),
    balance: z.number(),
    creditedAmount: z.number(),
    refundDue: z.number(),
    paidAt: day().nullable(),
    status: z.enum(INVOICE_STATUSES),
    documentStatus: z.enum(INVOICE_STATUSES),
    paymentStatus: z.enum(['unpaid', 'partially_paid', 'paid']),
    isOverdue: z.boolean(),
  })
  .meta({ id: 'SettledInvoice' });

export const recordedSchema = z
  .object({
    payment: paymentSchema,
    invoice: settledSchema,
    warnings: z.array(z.string()).optional(),
  })
  .meta({ id: 'RecordedPayment' });
