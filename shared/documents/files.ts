import { getFile, putFile } from '../aws/documents-bucket.ts';
import type { CompanyId } from '../store/table.ts';
import { type PdfTemplateConfiguration, printedConfiguration } from './configuration.ts';
import { readStoredConfiguration } from './pdf-config-item.ts';

/** XML and PDF of documents as files. The XML is written once, at issue; a PDF whenever what it shows has changed (pdf-key.ts). */

export const putXml = (key: string, xml: string): Promise<void> => putFile(key, xml, 'application/xml');

/** The stored XML; undefined when it is not there. */
export async function getXml(key: string): Promise<string | undefined> {
  const file = await getFile(key);
  return file && Buffer.from(file.bytes).toString();
}

/** How the company's documents look: its stored configuration, or the defaults, and nothing that is not printed. One read. */
export async function readPdfConfiguration(company: CompanyId): Promise<PdfTemplateConfiguration> {
  return printedConfiguration(await readStoredConfiguration(company));
}
