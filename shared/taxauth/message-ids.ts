import { sha256 } from '../kernel/ids.ts';

/** Under which id and in which folder a company keeps a message of the authority. Pure. */

/** The id of a company's record about a message: it follows from the message, so that there is one (UUID version 8, RFC 9562 §5.8). */
export function messageIdOf(companyId: string, messageId: string): string {
  const hex = sha256(`${companyId} ${messageId}`);
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}

/** What the files of a message begin with in the bucket. @param id of the company's record about it */
export const messageFolder = (companyId: string, id: string): string => `companies/${companyId}/taxauth/messages/${id}`;
