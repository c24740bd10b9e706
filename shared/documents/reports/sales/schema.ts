import * as z from 'zod';
import { day, uuid } from '#shared/base/kernel/schema.ts';
import { INVOICE_STATUSES } from '#shared/model/invoice.ts';

/** Response schema of the report of sales (REP-11). */

const kpi = () => z.object({ subtotal: z.number(), vatTotal: z.number(), total: z.number(), count: z.int() });

export const salesSchema = z
  .object({
    period: z.object({ dateFrom: day(), dateTo: day() }),
    kpiSummary: z.object({
      annualTotal: z.object({ amount: z.number(), year: z.int(), prevAmount: z.number(), prevYear: z.int() }),
      periodInvoiced: kpi(),
      periodCollected: kpi(),
      periodOutstanding: kpi(),
    }),
    monthlyRevenue: z.array(z.object({ month: z.string(), invoiced: z.number(), collected: z.number() })),
    recentInvoices: z.array(
      z.object({
        documentId: uuid(),
        number: z.string(),
        issueDate: day(),
        status: z.enum(INVOICE_STATUSES),
        clientId: uuid().nullable(),
        clientName: z.string().nullable(),
        currency: z.string(),
        total: z.number(),
        totalLei: z.number(),
        paymentStatus: z.enum(['unpaid', 'partially_paid', 'paid']),
      }),
    ),
    topClients: z.array(
      z.object({ clientId: uuid().nullable(), clientName: z.string().nullable(), total: z.number(), count: z.int() }),
    ),
    topProducts: z.array(
      z.object({ description: z.string(), productCode: z.string().nullable(), total: z.number(), quantity: z.number() }),
    ),
    topProductsDocuments: z.int(),
    leftOut: z.array(z.string()),
  })
  .meta({ id: 'SalesReport' });
