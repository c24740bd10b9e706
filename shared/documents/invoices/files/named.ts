import { newEvent, SYSTEM } from '#shared/documents/common/timeline.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import type { DocumentEvent } from '#shared/model/timeline.ts';
import type { PdfTemplateConfiguration } from '#shared/output/pdf/configuration.ts';
import { pdfKey } from '#shared/output/pdf/key.ts';
import { invoiceFile } from '../print/identity.ts';
import { xmlKey } from './xml-key.ts';

/** What the PDF of a document shows besides the document. */
export interface Appearance {
  configuration: PdfTemplateConfiguration;
  /** The bucket key of the company's logo. */
  logoPath: string | null;
}

export interface Named {
  document: InvoiceDocument;
  /** The timeline's entries of the files: first the XML, then the PDF. */
  events: DocumentEvent[];
}

/**
 * Names the XML and the PDF of a document that is issued or corrected, in the transaction that does it. Names of files are derived from
 * what they contain, so they are known before the files exist. The entry of the XML has the renderer make the files
 * (common/files/outbox-route.ts), and a request that asks for one earlier makes it. Pure.
 *
 * @param document as it is stored, except for its version
 * @param version the version with which it is stored
 */
export function namedFiles(document: InvoiceDocument, version: number, { configuration, logoPath }: Appearance): Named {
  const pdfPath = pdfKey(invoiceFile(document), configuration, logoPath);
  return {
    document: { ...document, xmlPath: xmlKey(document, version), pdfPath },
    events: (['xml', 'pdf'] as const).map(file => newEvent(`${file}_generated`, null, `${file.toUpperCase()} generated`, SYSTEM)),
  };
}
