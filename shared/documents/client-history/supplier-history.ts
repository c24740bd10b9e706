import type * as z from 'zod';
import { invoicePartitions } from '#shared/documents/invoices/list/partitions.ts';
import { presentNumber } from '#shared/base/kernel/money.ts';
import { presentFiscalCents } from '#shared/model/amounts/fiscal-fields.ts';
import type { InvoiceRow } from '#shared/model/invoice-row.ts';
import { presentSupplier } from '#shared/records/parties/suppliers/present.ts';
import type { SupplierRow } from '#shared/records/parties/suppliers/store.ts';
import { queryRows } from '#shared/platform/store/read.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import type { supplierViewSchema } from './supplier-schema.ts';

/** The most recent documents in the answer. */
const RECENT = 10;

/** The last documents of a supplier by their issue date, newest first. */
export const recentInvoices = (company: CompanyId, supplierId: string): Promise<InvoiceRow[]> =>
  queryRows<InvoiceRow>(
    'gsi3',
    { partition: invoicePartitions.supplier(company, supplierId) },
    { descending: true, limit: RECENT },
  );

export const presentSupplierView = ({
  row: { record, stats },
  recent,
}: {
  row: SupplierRow;
  recent: InvoiceRow[];
}): z.infer<typeof supplierViewSchema> => ({
  ...presentSupplier(record),
  invoiceSummary: {
    totalCount: stats.invoices,
    totalExpenses: stats.expensesCents / 100,
    ...presentFiscalCents(stats),
    averageInvoiceAmount: stats.invoices > 0 ? Math.round(stats.expensesCents / stats.invoices) / 100 : 0,
    lastInvoiceDate: recent[0]?.issueDate ?? null,
  },
  recentInvoices: recent.map(({ id, number, issueDate, dueDate, total, currency, status }) => ({
    ...{ uuid: id, number, issueDate, dueDate, totalAmount: presentNumber(total), currency, status },
  })),
});
