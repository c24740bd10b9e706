import { sha256 } from '../kernel/ids.ts';

/** The id and the S3 folder under which a company keeps a message of the tax authority. Pure functions, no I/O. */

/** The id of a company's record about a message: derived from both, so that a message has only one (UUID version 8, RFC 9562 §5.8). */
export function messageIdOf(companyId: string, messageId: string): string {
  const hex = sha256(`${companyId} ${messageId}`);
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}

/** The prefix of the S3 keys of a message's files. @param id of the company's record about the message (`messageIdOf`) */
export const messageFolder = (companyId: string, id: string): string => `companies/${companyId}/taxauth/messages/${id}`;
