import * as z from 'zod';
import { supplierSchema } from '../parties/suppliers/schema.ts';

/** GET /api/v1/suppliers/{uuid}: the supplier, and what was received from it in the company's currency. */
export const supplierViewSchema = z.object({
  ...supplierSchema.shape,
  invoiceSummary: z.object({
    totalCount: z.number(),
    totalExpenses: z.number(),
    averageInvoiceAmount: z.number(),
    lastInvoiceDate: z.string().nullable(),
  }),
  recentInvoices: z.array(
    z.object({
      uuid: z.string(),
      number: z.string(),
      issueDate: z.string(),
      dueDate: z.string().nullable(),
      totalAmount: z.number(),
      currency: z.string(),
      status: z.string(),
    }),
  ),
});
