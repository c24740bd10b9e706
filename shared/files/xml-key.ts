import type { InvoiceDocument } from '../model/invoice.ts';

/** Where the XML of a number lies: another number or a corrected document is another file. */
export const xmlKey = (document: InvoiceDocument, version: number): string =>
  `companies/${document.companyId}/invoices/${document.id}/v${version}.xml`;
