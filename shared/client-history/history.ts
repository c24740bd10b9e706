import type * as z from 'zod';
import { invoicePartitions } from '../invoices/list/partitions.ts';
import type { InvoiceRow } from '../model/invoice-row.ts';
import { presentNumber } from '../kernel/money.ts';
import { queryRows } from '../store/read.ts';
import type { CompanyId } from '../store/table.ts';
import type { historySchema } from './schema.ts';

/** The invoices of a client, newest first. */

export interface InvoiceHistory {
  rows: InvoiceRow[];
  total: number;
}

/** A page of the client's invoices, and their total number. Reads all rows of the client. */
export async function invoiceHistory(
  company: CompanyId,
  clientId: string,
  { page, limit }: { page: number; limit: number },
): Promise<InvoiceHistory> {
  const rows = await queryRows<InvoiceRow>(
    'gsi3',
    { partition: invoicePartitions.client(company, clientId) },
    { descending: true },
  );
  return { rows: rows.slice((page - 1) * limit, page * limit), total: rows.length };
}

export const presentHistory = (row: InvoiceRow): z.infer<typeof historySchema> => ({
  id: row.id,
  number: row.number,
  issueDate: row.issueDate,
  dueDate: row.dueDate,
  total: presentNumber(row.total),
  currency: row.currency,
  status: row.status,
  direction: row.direction,
});
