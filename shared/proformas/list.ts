import * as z from 'zod';
import { readHeaders } from '../documents/headers.ts';
import { convertibleList } from '../lists/convertible.ts';
import type { ListDefinition } from '../lists/definition.ts';
import { convertibleParameters, inOrder, NOT_IN_ORDER } from '../lists/query.ts';
import type { ConvertibleRow } from '../model/convertible/document.ts';
import type { Invoice } from '../model/invoice.ts';
import { KINDS } from '../model/kinds.ts';
import { type Proforma, PROFORMA_STATUSES } from '../model/convertible/proforma.ts';
import type { CompanyId } from '../store/table.ts';

/** The list of proformas (completions-documents §4). */

export const proformaListQuery = z.object(convertibleParameters(PROFORMA_STATUSES)).refine(inOrder, NOT_IN_ORDER);
export type ProformaListQuery = z.output<typeof proformaListQuery>;

export const PROFORMA_LIST: ListDefinition<ConvertibleRow, ProformaListQuery, undefined> = convertibleList(KINDS.proforma);

/** The proformas of a page, with the invoices that were made of them. Two round trips; one where none was converted. */
export async function readListed(
  company: CompanyId,
  rows: readonly ConvertibleRow[],
): Promise<{ proforma: Proforma; invoice: Invoice | undefined }[]> {
  const proformas = await readHeaders<Proforma>(
    KINDS.proforma,
    company,
    rows.map(({ id }) => id),
  );
  const converted = proformas.flatMap(({ convertedInvoiceId }) => convertedInvoiceId ?? []);
  const invoices = new Map((await readHeaders<Invoice>(KINDS.invoice, company, converted)).map(one => [one.id, one]));
  return proformas.map(proforma => ({ proforma, invoice: invoices.get(proforma.convertedInvoiceId ?? '') }));
}
