import { sha256 } from '#shared/base/kernel/ids.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/** The id and the S3 folder under which a message of the tax authority is stored for a company. Pure. */

/** The id of a company's record of a message: a hash of both ids, so that there is only one (UUID version 8, RFC 9562 §5.8). */
export function messageIdOf(companyId: CompanyId, messageId: string): string {
  const hex = sha256(`${companyId} ${messageId}`);
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}

/** The prefix of the S3 keys of a message's files. @param id of the company's record of the message (`messageIdOf`) */
export const messageFolder = (companyId: CompanyId, id: string): string => `companies/${companyId}/taxauth/messages/${id}`;
