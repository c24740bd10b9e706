import type { InvoiceDocument } from '#shared/model/invoice.ts';
import type { TaxauthClient } from '#shared/authority/taxauth/client/client.ts';
import { TaxauthRefused, TaxauthUnauthorized, TaxauthUnavailable } from '#shared/authority/taxauth/client/errors.ts';
import { keptArchive } from '#shared/authority/taxauth/message-archives.ts';
import { xmlOf } from '../files/xml.ts';
import { isSameDocument } from './same-document.ts';

/**
 * Whether an upload that the authority names as the original of a duplicate is this document: the authority compares only issuer and
 * number, so the original may be another document, for example one that another program sent under the same number. Then the
 * authority has never accepted this one.
 *
 * @throws the errors of taxauth/client/errors.ts while the authority cannot say: the question must be asked again later
 */
export async function isSameUpload(client: TaxauthClient, document: InvoiceDocument, uploadIndex: string): Promise<boolean> {
  try {
    const answer = await client.checkStatus(uploadIndex);
    if (answer.state === 'in_process') throw new TaxauthUnavailable(`Upload ${uploadIndex} is still being processed.`);
    if (answer.state === 'nok') return false;
    if (answer.downloadId === null) throw new TaxauthUnavailable(`Upload ${uploadIndex} has no archive yet.`);
    const archive = await keptArchive(client, { companyId: document.companyId, messageId: answer.downloadId });
    return archive.document !== undefined && (await isSameDocument(archive.signedBytes, await xmlOf(document)));
  } catch (error) {
    // Asking again would give the same answer, so nothing can show that the content is the same.
    if (error instanceof TaxauthRefused) return false;
    if (error instanceof TaxauthUnauthorized && error.reason === 'access') return false;
    throw error;
  }
}
