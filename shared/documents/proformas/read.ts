import type { DocumentItems, StoredDocument } from '#shared/documents/common/definition.ts';
import { readDocument } from '#shared/documents/common/store.ts';
import { readInvoiceHeader } from '#shared/documents/invoices/header.ts';
import { nextNumberOf, readSeries } from '#shared/records/catalogue/series/store.ts';
import { found } from '#shared/base/kernel/errors.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { KINDS } from '#shared/model/kinds.ts';
import type { Proforma } from '#shared/model/convertible/proforma.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/** What belongs to a proforma. */
export interface ProformaParts {
  header: Proforma;
  children: {
    /** The header of the invoice that it was converted into; undefined if there is none or it was not read. */
    invoice?: Invoice | undefined;
  };
}

export type StoredProforma = StoredDocument<ProformaParts>;

/** Fields that are not part of the proforma's content, so they are outside of its hash chain (`DocumentType.chain`). */
export const OUTSIDE = [
  ...['status', 'updatedAt', 'sentAt', 'acceptedAt', 'rejectedAt', 'rejectionReason', 'rejectionNotes'],
  ...['cancelledAt', 'cancellationReason', 'cancellationNotes', 'convertedAt', 'convertedInvoiceId'],
] as const satisfies (keyof Proforma)[];

export const PROFORMA_ITEMS: DocumentItems<ProformaParts> = { kind: KINDS.proforma, children: () => ({}) };

/** The whole proforma; undefined when the company has no proforma with that id. One query. */
export const readProforma = (company: CompanyId, id: string): Promise<StoredProforma | undefined> =>
  readDocument(PROFORMA_ITEMS, company, id);

/** A proforma with the next number of its series, which the answer to a change shows. @throws 404 */
export async function readToChange(company: CompanyId, id: string): Promise<StoredProforma> {
  const [stored, series] = await Promise.all([readProforma(company, id), readSeries(company)]);
  const proforma = found(stored, KINDS.proforma.title);
  return { ...proforma, nextNumber: nextNumberOf(proforma.document, series) };
}

/** A proforma with the header of the invoice that it was converted into. @throws 404 */
export async function readProformaDetail(company: CompanyId, id: string): Promise<StoredProforma> {
  const stored = found(await readProforma(company, id), KINDS.proforma.title);
  const { convertedInvoiceId } = stored.document;
  return convertedInvoiceId ? { ...stored, invoice: await readInvoiceHeader(company, convertedInvoiceId) } : stored;
}
