import { getFile, putFile } from '../aws/documents-bucket.ts';

/** Stores and reads the XML of documents. */

export const putXml = (key: string, xml: string): Promise<void> => putFile(key, xml, 'application/xml');

/**
 * The bytes of the stored XML; undefined when there is none. The XML of received documents may have another encoding than UTF-8.
 */
export const getXml = async (key: string): Promise<Uint8Array | undefined> => (await getFile(key))?.bytes;
