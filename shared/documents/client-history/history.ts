import type * as z from 'zod';
import { partitionsOf } from '#shared/documents/common/list-partitions.ts';
import { invoicePartitions } from '#shared/documents/invoices/list/partitions.ts';
import type { ReceiptRow } from '#shared/documents/receipts/store.ts';
import type { DeliveryNoteRow } from '#shared/model/convertible/delivery-note.ts';
import { KINDS } from '#shared/model/kinds.ts';
import type { InvoiceRow } from '#shared/model/invoice-row.ts';
import { presentNumber } from '#shared/base/kernel/money.ts';
import { queryRows } from '#shared/platform/store/read.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import type { historySchema, noteHistorySchema, receiptHistorySchema } from './schema.ts';

/** The invoices of a client, newest first. */

/** Some of the documents of a kind, and how many there are. */
export interface History<R> {
  rows: R[];
  total: number;
}

/** A page of the client's invoices, and their total number. Reads all rows of the client. */
export async function invoiceHistory(
  company: CompanyId,
  clientId: string,
  { page, limit }: { page: number; limit: number },
): Promise<History<InvoiceRow>> {
  const rows = await queryRows<InvoiceRow>(
    'gsi3',
    { partition: invoicePartitions.client(company, clientId) },
    { descending: true },
  );
  return { rows: rows.slice((page - 1) * limit, page * limit), total: rows.length };
}

const LATEST_NOTES = 5;

/** The client's latest delivery notes, and how many there are. */
export async function deliveryNoteHistory(company: CompanyId, clientId: string): Promise<History<DeliveryNoteRow>> {
  const { client } = partitionsOf(KINDS.delivery_note);
  const rows = await queryRows<DeliveryNoteRow>('gsi3', { partition: client(company, clientId) }, { descending: true });
  return { rows: rows.slice(0, LATEST_NOTES), total: rows.length };
}

export const presentNoteHistory = ({
  id,
  number,
  issueDate,
  total,
  status,
}: DeliveryNoteRow): z.infer<typeof noteHistorySchema> => ({ uuid: id, number, issueDate, total: presentNumber(total), status });

export const presentReceiptHistory = (row: ReceiptRow): z.infer<typeof receiptHistorySchema> => ({
  ...{ uuid: row.id, kind: row.kind, number: row.number, date: row.date },
  ...{ amount: presentNumber(row.amount), status: row.status },
});

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
