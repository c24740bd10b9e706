import { documentKey } from '#shared/documents/common/items.ts';
import { readHeader } from '#shared/documents/common/store.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { KINDS } from '#shared/model/kinds.ts';
import type { CompanyId, Key } from '#shared/platform/store/table.ts';

/** The header of an invoice or credit note: the document without its lines. */

export const invoiceKey = (company: CompanyId, id: string): Key => documentKey(KINDS.invoice, company, id);

/** The header; undefined when the company has no document of this id. One read. */
export const readInvoiceHeader = (company: CompanyId, id: string): Promise<Invoice | undefined> =>
  readHeader<Invoice>(KINDS.invoice, company, id);
