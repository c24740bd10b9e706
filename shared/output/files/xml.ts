import { getFile } from '#shared/platform/aws/documents-bucket.ts';
import { putEvidence } from './evidence.ts';

/** Stores and reads the XML of documents that were issued. */

/**
 * Stores the XML of an issued document, locked. It is not sent yet, but each issue and each correction has a key of its own, and what is
 * submitted, mailed or shared later are these bytes: locked from the beginning, they cannot be removed between the upload and its lock.
 */
export const putXml = (key: string, xml: string): Promise<void> => putEvidence(key, xml, 'application/xml');

/**
 * The bytes of the stored XML; undefined when there is none. The XML of received documents may have another encoding than UTF-8.
 */
export const getXml = async (key: string): Promise<Uint8Array | undefined> => (await getFile(key))?.bytes;
