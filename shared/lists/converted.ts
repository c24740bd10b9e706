import { readListedHeaders } from '../documents/headers.ts';
import type { Convertible, ConvertibleRow } from '../model/convertible/document.ts';
import type { Invoice } from '../model/invoice.ts';
import { KINDS, type Kind } from '../model/kinds.ts';
import type { CompanyId } from '../store/table.ts';

/** A document of a page, with the invoice that was made of it. */
export interface Listed<H extends Convertible> {
  document: H;
  invoice: Invoice | undefined;
}

/** The documents of a page, which show more than their rows hold, beside the invoices that were made of them. One round trip. */
export async function readListed<H extends Convertible>(
  kind: Kind,
  company: CompanyId,
  rows: readonly ConvertibleRow[],
): Promise<Listed<H>[]> {
  const converted = [...new Set(rows.flatMap(({ convertedInvoiceId }) => convertedInvoiceId ?? []))];
  const [documents, invoices] = await Promise.all([
    readListedHeaders<H>(
      kind,
      company,
      rows.map(({ id }) => id),
    ),
    readListedHeaders<Invoice>(KINDS.invoice, company, converted),
  ]);
  const byId = new Map(invoices.map(invoice => [invoice.id, invoice]));
  return documents.map(document => ({ document, invoice: byId.get(document.convertedInvoiceId ?? '') }));
}
