import { putFile } from '../aws/put-file.ts';
import { getFile } from '../aws/read-file.ts';
import { sha256 } from '../kernel/ids.ts';
import { type AnswerArchive, readAnswerArchive } from './client/archive.ts';
import type { TaxauthClient } from './client/client.ts';

/** The archives of the authority's messages in the bucket: each is downloaded once, whoever needs it. */

/** The id of a company's record about a message: it follows from the message, so that there is one (UUID version 8, RFC 9562 §5.8). */
export function messageIdOf(companyId: string, messageId: string): string {
  const hex = sha256(`${companyId} ${messageId}`);
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}

/** What the files of a message begin with in the bucket. @param id of the company's record about it */
export const messageFolder = (companyId: string, id: string): string => `companies/${companyId}/taxauth/messages/${id}`;

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
