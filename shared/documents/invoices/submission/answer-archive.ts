import { putEvidence } from '#shared/output/files/evidence.ts';
import {
  TaxauthAnswerLost,
  TaxauthRateLimited,
  TaxauthRefused,
  TaxauthUnauthorized,
  TaxauthUnavailable,
} from '#shared/authority/taxauth/client/errors.ts';
import { notFound, rateLimited, unavailable, validation } from '#shared/base/kernel/errors.ts';
import { type AuthorityAccess, authorityClient } from '#shared/authority/taxauth/connections/authority-client.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { archiveKey, storedAnswer } from './stored-answer.ts';

/**
 * The authority's archive with its answer to a document. If it is not stored, it is downloaded from the authority again and stored.
 *
 * @param connect returns how the company reaches the authority; null without a valid connection
 * @throws 404 when there is no answer; 422 without a valid connection; 429 at the authority's rate limit; 503 when it is
 *   unavailable
 */
export async function answerArchive(invoice: Invoice, connect: () => Promise<AuthorityAccess | null>): Promise<Uint8Array> {
  const { taxauthDownloadId } = invoice;
  const key = archiveKey(invoice);
  if (!taxauthDownloadId || !key) throw notFound('Answer of the tax authority');
  const stored = await storedAnswer(invoice);
  if (stored) return stored;
  const access = await connect();
  if (!access) throw notConnected();
  const downloaded = await download(access, taxauthDownloadId);
  await putEvidence(key, downloaded, 'application/zip');
  return downloaded;
}

const notConnected = () =>
  validation('The company has no valid connection to the tax authority.', { reason: 'taxauth_not_connected' });

async function download(access: AuthorityAccess, downloadId: string): Promise<Uint8Array> {
  try {
    return await authorityClient(access).downloadAnswer(downloadId);
  } catch (error) {
    if (error instanceof TaxauthUnauthorized) throw notConnected();
    // The authority deletes its answers after some time.
    if (error instanceof TaxauthRefused) throw notFound('Answer of the tax authority');
    if (error instanceof TaxauthRateLimited) {
      throw rateLimited('The limit of the tax authority is reached.', error.retryAfter, { retryAfter: error.retryAfter });
    }
    if (error instanceof TaxauthUnavailable || error instanceof TaxauthAnswerLost) {
      throw unavailable('The tax authority is unavailable; try again.', { retryAfter: 60, cause: error });
    }
    throw error;
  }
}
