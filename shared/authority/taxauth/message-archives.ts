import { setTimeout as sleep } from 'node:timers/promises';
import { getFile } from '#shared/platform/aws/read-file.ts';
import { putEvidence } from '#shared/output/files/evidence.ts';
import { type AnswerArchive, readAnswerArchive } from './client/archive.ts';
import type { TaxauthClient } from './client/client.ts';
import { TaxauthRateLimited } from './client/errors.ts';
import { messageFolder, messageIdOf } from './message-ids.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/** Archives (ZIP) of the authority's messages. Each is downloaded once and stored in S3 for all functions that need it. */

/**
 * The archive of a message, from the bucket or else from the authority. A downloaded archive is stored in the bucket before this
 * returns, unless it cannot be read.
 *
 * @param messageId the authority's id of the message
 * @param isNew the message cannot have been downloaded before: the look-up in the bucket is left out
 * @throws the errors of client/errors.ts
 */
export async function keptArchive(
  client: TaxauthClient,
  { companyId, messageId, isNew = false }: { companyId: CompanyId; messageId: string; isNew?: boolean },
): Promise<AnswerArchive> {
  const key = keyOf(companyId, messageId);
  const stored = isNew ? undefined : await getFile(key);
  if (stored) return readAnswerArchive(stored.bytes);
  const bytes = await downloadOrKept(client, { companyId, messageId });
  const archive = readAnswerArchive(bytes);
  await putEvidence(key, bytes, 'application/zip');
  return archive;
}

const keyOf = (companyId: CompanyId, messageId: string): string =>
  `${messageFolder(companyId, messageIdOf(companyId, messageId))}.zip`;

/** Milliseconds before each look-up in the bucket: another process may be storing the archive at this moment. */
const LOOKS = [0, 500, 2_000];

/**
 * Downloads the archive of a message. When the authority's daily limit of downloads for the message is reached, reads the archive
 * that another process has stored in the bucket.
 *
 * @throws the errors of client/errors.ts
 */
export async function downloadOrKept(
  client: TaxauthClient,
  { companyId, messageId }: { companyId: CompanyId; messageId: string },
): Promise<Uint8Array> {
  try {
    return await client.downloadAnswer(messageId);
  } catch (error) {
    if (!(error instanceof TaxauthRateLimited && error.limit === 'download')) throw error;
    for (const pause of LOOKS) {
      await sleep(pause);
      const stored = await getFile(keyOf(companyId, messageId));
      if (stored) return stored.bytes;
    }
    throw error;
  }
}
