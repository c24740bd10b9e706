import { createHmac } from 'node:crypto';
import { findServiceSecret, serviceSecret } from '#shared/platform/store/service-secret.ts';
import { type CompanyId, companyKey, type Key, tableName } from '#shared/platform/store/table.ts';

/**
 * Addresses of erased people stay on the suppression list of a company as an HMAC of company and address (GDPR art. 17 (3) b, 21 (3)):
 * the table does not say whose they are, but a company that enters one again sends it no automatic mail.
 */

/** By table: a process of tests has several. */
const known = new Map<string, string>();

/** The key of the HMAC if this process has it already. */
export const knownSecret = (): string | undefined => known.get(tableName());

function remembered(secret: string | undefined): string | undefined {
  if (secret !== undefined) known.set(tableName(), secret);
  return secret;
}

/** The key of the HMAC; undefined while nobody has been erased. One read, until there is one. */
export const findSecret = async (): Promise<string | undefined> =>
  knownSecret() ?? remembered(await findServiceSecret('erased-addresses'));

/** The key of the HMAC; made by the first erasure. */
export const madeSecret = (): Promise<string> => serviceSecret('erased-addresses');

/** The key of an erased address in the suppression list of a company. @param address normalised */
export const erasedKey = (company: CompanyId, secret: string, address: string): Key =>
  companyKey(
    company,
    `NOMAIL#${createHmac('sha256', Buffer.from(secret, 'base64')).update(`${company}\n${address}`).digest('hex')}`,
  );
