import { KINDS } from '../../model/kinds.ts';
import type { InvoiceDocument } from '../../model/invoice.ts';

/** Where the XML of a number is stored: another number or a corrected document is another file. */
export const xmlKey = (document: Pick<InvoiceDocument, 'companyId' | 'id'>, version: number): string =>
  `companies/${document.companyId}/${KINDS.invoice.folder}/${document.id}/v${version}.xml`;
