import { setTimeout as sleep } from 'node:timers/promises';
import { putFile } from '../aws/put-file.ts';
import { getFile } from '../aws/read-file.ts';
import { type AnswerArchive, readAnswerArchive } from './client/archive.ts';
import type { TaxauthClient } from './client/client.ts';
import { TaxauthRateLimited } from './client/errors.ts';
import { messageFolder, messageIdOf } from './message-ids.ts';

/** The archives of the authority's messages in the bucket: each is downloaded once, for all functions that need it. */

/**
 * The archive of a message. It is in the bucket before anything names it, and one that cannot be opened is not kept.
 *
 * @param messageId the authority's
 * @param isNew nobody can have downloaded it: the bucket is not asked
 * @throws the errors of client/errors.ts
 */
export async function keptArchive(
  client: TaxauthClient,
  { companyId, messageId, isNew = false }: { companyId: string; messageId: string; isNew?: boolean },
): Promise<AnswerArchive> {
  const key = keyOf(companyId, messageId);
  const stored = isNew ? undefined : await getFile(key);
  if (stored) return readAnswerArchive(stored.bytes);
  const bytes = await downloadOrKept(client, { companyId, messageId });
  const archive = readAnswerArchive(bytes);
  await putFile(key, bytes, 'application/zip');
  return archive;
}

const keyOf = (companyId: string, messageId: string): string =>
  `${messageFolder(companyId, messageIdOf(companyId, messageId))}.zip`;

/** Milliseconds before each look for what others are downloading at this moment. */
const LOOKS = [0, 500, 2_000];

/**
 * Downloads a message; one that was downloaded as often as a day allows is taken from the bucket, where those who had it keep it.
 *
 * @throws the errors of client/errors.ts
 */
export async function downloadOrKept(
  client: TaxauthClient,
  { companyId, messageId }: { companyId: string; messageId: string },
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
