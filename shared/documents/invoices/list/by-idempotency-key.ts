import { getItem } from '#shared/platform/store/read.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { type InvoiceRow, rowOf } from '#shared/model/invoice-row.ts';
import { readInvoiceHeader } from '../header.ts';
import { foundInvoiceId, idempotencyKey } from '../repeated/idempotency-key.ts';

/**
 * The row, as it is now, of the document that was created with the `idempotencyKey` of a query; undefined in place of the promise for
 * a query without one. Two reads, one after the other, however many documents there are.
 */
export const rowByKey = (
  company: CompanyId,
  query: { idempotencyKey?: string | undefined },
): Promise<InvoiceRow | undefined> | undefined =>
  query.idempotencyKey === undefined ? undefined : readRow(company, query.idempotencyKey);

async function readRow(company: CompanyId, key: string): Promise<InvoiceRow | undefined> {
  const id = foundInvoiceId(await getItem(idempotencyKey(company, key)));
  const invoice = id === undefined ? undefined : await readInvoiceHeader(company, id);
  return invoice && rowOf(invoice);
}
