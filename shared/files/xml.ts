import { getFile, putFile } from '../aws/documents-bucket.ts';

/** XML and PDF of documents as files. The XML is written once, at issue; a PDF whenever what it shows has changed (pdf/key.ts). */

export const putXml = (key: string, xml: string): Promise<void> => putFile(key, xml, 'application/xml');

/** The stored XML; undefined when it is not there. */
export async function getXml(key: string): Promise<string | undefined> {
  const file = await getFile(key);
  return file && Buffer.from(file.bytes).toString();
}
