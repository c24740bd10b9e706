import { getFile, putFile } from '../aws/documents-bucket.ts';

/** XML and PDF of documents as files. The XML is written once, at issue; a PDF whenever what it shows has changed (pdf/key.ts). */

export const putXml = (key: string, xml: string): Promise<void> => putFile(key, xml, 'application/xml');

/** The bytes of the stored XML; undefined when it is not there. What others wrote may be of another encoding than UTF-8. */
export const getXml = async (key: string): Promise<Uint8Array | undefined> => (await getFile(key))?.bytes;
