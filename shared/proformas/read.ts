import type { DocumentItems, StoredDocument } from '../documents/definition.ts';
import { readDocument } from '../documents/store.ts';
import { readInvoiceHeader } from '../invoices/header.ts';
import { found } from '../kernel/errors.ts';
import type { Invoice } from '../model/invoice.ts';
import { KINDS } from '../model/kinds.ts';
import type { Proforma, ProformaDocument } from '../model/convertible/proforma.ts';
import type { CompanyId } from '../store/table.ts';

export interface StoredProforma extends StoredDocument<Proforma> {
  document: ProformaDocument;
  /** What it was converted into, where that was read. */
  invoice?: Invoice | undefined;
}

/** What happens to a proforma without changing what it states. */
export const OUTSIDE = [
  ...['status', 'updatedAt', 'sentAt', 'acceptedAt', 'rejectedAt', 'rejectionReason', 'rejectionNotes'],
  ...['cancelledAt', 'cancellationReason', 'cancellationNotes', 'convertedAt', 'convertedInvoiceId'],
] as const satisfies (keyof Proforma)[];

/** How proformas are read. */
export const PROFORMA_ITEMS: DocumentItems<Proforma, StoredProforma> = { kind: KINDS.proforma, children: () => ({}) };

/** The whole proforma; undefined when the company has none of that id. One query. */
export const readProforma = (company: CompanyId, id: string): Promise<StoredProforma | undefined> =>
  readDocument(PROFORMA_ITEMS, company, id);

/** The proforma that a request names, with the invoice that was made of it. @throws 404 */
export async function readProformaDetail(company: CompanyId, id: string): Promise<StoredProforma> {
  const stored = found(await readProforma(company, id), KINDS.proforma.title);
  const { convertedInvoiceId } = stored.document;
  return convertedInvoiceId ? { ...stored, invoice: await readInvoiceHeader(company, convertedInvoiceId) } : stored;
}
