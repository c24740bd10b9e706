import { createHmac, timingSafeEqual } from 'node:crypto';
import { parse as uuidBytes, stringify as uuidText } from 'uuid';
import { STORED_KINDS } from '#shared/model/kinds.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { type CompanyId, companyKey, type Key } from '#shared/platform/store/table.ts';
import { emailPrefix, type MailKind } from '../documents/kind.ts';
import type { DocumentEmail } from '../documents/model.ts';

/**
 * The token of a tracked mail names the mail's record, so nothing is stored for it (docs/adr): base64url of the first letter of the kind's
 * prefix, of the ids of company, document and mail (16 bytes each), and of 136 bits of an HMAC of these with a secret of the service. These 66
 * bytes fill 88 characters without unused bits: a mail has one token, the same at each try. Pure.
 */
const NAMES_BYTES = 1 + 3 * 16;
const MAC_BYTES = 17;

/** The mail that a token names. */
export interface TrackedMail {
  company: CompanyId;
  /** Of the mail's record, which may be gone. */
  key: Key;
}

/** An HMAC with the secret. @param use what it is for: one use never gives the value of another */
export const keyedHash = (secret: string, use: 'mail' | 'click', text: string | Uint8Array): Buffer =>
  createHmac('sha256', Buffer.from(secret, 'base64')).update(`${use}\n`).update(text).digest();

const macOf = (secret: string, names: Uint8Array): Buffer => keyedHash(secret, 'mail', names).subarray(0, MAC_BYTES);

/** Makes the token of a mail. @param secret base64 */
export function tokenOf(
  secret: string,
  { prefix }: Pick<MailKind, 'prefix'>,
  { companyId, documentId, id }: Pick<DocumentEmail, 'companyId' | 'documentId' | 'id'>,
): string {
  const names = Buffer.concat([Buffer.from(prefix.slice(0, 1)), ...[companyId, documentId, id].map(one => uuidBytes(one))]);
  return Buffer.concat([names, macOf(secret, names)]).toString('base64url');
}

/** Whether a text has the form of a token. */
export const isToken = (text: string): boolean => /^[\w-]{88}$/.test(text);

/** The mail that a token names. @returns undefined for a text that the service has not made with this secret */
export function mailNamedBy(secret: string, token: string): TrackedMail | undefined {
  if (!isToken(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  const names = bytes.subarray(0, NAMES_BYTES);
  if (!timingSafeEqual(bytes.subarray(NAMES_BYTES), macOf(secret, names))) return undefined;
  const kind = STORED_KINDS.find(({ prefix }) => prefix.startsWith(names.toString('latin1', 0, 1)));
  if (!kind) return undefined;
  const company = companyScope(uuidText(names, 1));
  return { company, key: companyKey(company, `${emailPrefix(kind, uuidText(names, 17))}${uuidText(names, 33)}`) };
}
