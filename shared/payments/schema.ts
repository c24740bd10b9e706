import * as z from 'zod';

/** Response schemas of the payment endpoints. */

export const paymentSchema = z.object({
  id: z.string(),
  uuid: z.string(),
  invoiceId: z.string(),
  amount: z.number(),
  currency: z.string(),
  paymentDate: z.string(),
  paymentMethod: z.string(),
  reference: z.string().nullable(),
  notes: z.string().nullable(),
  isReconciled: z.boolean(),
  createdBy: z.object({ id: z.string().nullable(), name: z.string() }).nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export const settledSchema = z.object({
  id: z.string(),
  uuid: z.string(),
  number: z.string(),
  totalAmount: z.number(),
  amountPaid: z.number(),
  remainingAmount: z.number(),
  balance: z.number(),
  paidAt: z.string().nullable(),
  status: z.string(),
  documentStatus: z.string(),
  paymentStatus: z.string(),
  isOverdue: z.boolean(),
});

export const recordedSchema = z.object({
  payment: paymentSchema,
  invoice: settledSchema,
  warnings: z.array(z.string()).optional(),
});
