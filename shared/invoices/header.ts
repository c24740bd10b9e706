import { documentKey } from '../documents/items.ts';
import { readHeader } from '../documents/store.ts';
import type { Invoice } from '../model/invoice.ts';
import { KINDS } from '../model/kinds.ts';
import type { CompanyId, Key } from '../store/table.ts';

/** The header of an invoice or credit note: what most reads need of it. */

export const invoiceKey = (company: CompanyId, id: string): Key => documentKey(KINDS.invoice, company, id);

/** The document without its lines; undefined when the company has none of that id. One read. */
export const readInvoiceHeader = (company: CompanyId, id: string): Promise<Invoice | undefined> =>
  readHeader<Invoice>(KINDS.invoice, company, id);
