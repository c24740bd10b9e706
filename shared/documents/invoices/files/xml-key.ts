import { KINDS } from '#shared/model/kinds.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';

/** The bucket key of the XML. A document that is issued again or corrected has a new version, and so a new file. */
export const xmlKey = (document: Pick<InvoiceDocument, 'companyId' | 'id'>, version: number): string =>
  `companies/${document.companyId}/${KINDS.invoice.folder}/${document.id}/v${version}.xml`;
