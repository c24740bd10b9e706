import * as z from 'zod';
import { day, uuid } from '#shared/base/kernel/schema.ts';
import { FISCAL_TOTALS } from '#shared/model/amounts/fiscal-fields.ts';
import { supplierSchema } from '#shared/records/parties/suppliers/schema.ts';
import { INVOICE_STATUSES } from '#shared/model/invoice.ts';

/** GET /api/v1/suppliers/{uuid}: the supplier, and what was received from it in the company's currency. */
export const supplierViewSchema = z
  .object({
    ...supplierSchema.shape,
    invoiceSummary: z.object({
      totalCount: z.number(),
      totalExpenses: z.number(),
      ...FISCAL_TOTALS,
      averageInvoiceAmount: z.number(),
      lastInvoiceDate: day().nullable(),
    }),
    recentInvoices: z.array(
      z.object({
        uuid: uuid(),
        number: z.string(),
        issueDate: day(),
        dueDate: day().nullable(),
        totalAmount: z.number(),
        currency: z.string(),
        status: z.enum(INVOICE_STATUSES),
      }),
    ),
  })
  .meta({ id: 'SupplierDetail' });
