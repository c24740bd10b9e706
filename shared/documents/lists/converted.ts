import { readListedHeaders } from '#shared/documents/common/headers.ts';
import type { Convertible, ConvertibleRow } from '#shared/model/convertible/document.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { KINDS, type Kind } from '#shared/model/kinds.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/** A document of a page, with the header of the invoice that it was converted into. */
export interface Listed<H extends Convertible> {
  document: H;
  invoice: Invoice | undefined;
}

/**
 * Reads the documents of a page, for fields that rows do not hold, and the invoices that they were converted into. One round trip.
 */
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
