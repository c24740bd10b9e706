import { putFile } from '../aws/put-file.ts';
import { getFile } from '../aws/read-file.ts';
import { type AnswerArchive, readAnswerArchive } from './client/archive.ts';
import type { TaxauthClient } from './client/client.ts';
import { messageFolder, messageIdOf } from './message-ids.ts';

/** The archives of the authority's messages in the bucket: each is downloaded once, whoever needs it. */

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
  const key = `${messageFolder(companyId, messageIdOf(companyId, messageId))}.zip`;
  const stored = isNew ? undefined : await getFile(key);
  if (stored) return readAnswerArchive(stored.bytes);
  const bytes = await client.downloadAnswer(messageId);
  const archive = readAnswerArchive(bytes);
  await putFile(key, bytes, 'application/zip');
  return archive;
}
