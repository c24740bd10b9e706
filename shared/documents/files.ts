import { getFile, putFile } from '../aws/documents-bucket.ts';
import { getItem } from '../store/read.ts';
import { type CompanyId, companyKey } from '../store/table.ts';
import { DEFAULT_CONFIGURATION, type PdfTemplateConfiguration } from './configuration.ts';

/** XML and PDF of documents as files. The XML is written once, at issue; a PDF whenever what it shows has changed (pdf-key.ts). */

export const putXml = (key: string, xml: string): Promise<void> => putFile(key, xml, 'application/xml');

/** The stored XML; undefined when it is not there. */
export async function getXml(key: string): Promise<string | undefined> {
  const file = await getFile(key);
  return file && Buffer.from(file.bytes).toString();
}

/** How the company's documents look: its stored configuration, or the defaults. One read. */
export async function readPdfConfiguration(company: CompanyId): Promise<PdfTemplateConfiguration> {
  const item = await getItem<{ pk: string; sk: string; data: PdfTemplateConfiguration }>(companyKey(company, 'PDFCONFIG'));
  return { ...DEFAULT_CONFIGURATION, ...item?.data };
}
