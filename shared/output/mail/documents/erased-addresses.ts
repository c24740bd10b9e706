import { createHmac } from 'node:crypto';
import { registerCache } from '#shared/base/kernel/caches.ts';
import { findServiceSecret, serviceSecret } from '#shared/platform/store/service-secret.ts';
import { type CompanyId, companyKey, type Key } from '#shared/platform/store/table.ts';

/**
 * Addresses of erased people stay on the suppression list of a company as an HMAC of company and address (GDPR art. 17 (3) b, 21 (3)):
 * the table does not say whose they are, but a company that enters one again sends it no automatic mail.
 */

let known: string | undefined;
registerCache(() => (known = undefined));

/** The key of the HMAC if this process has it already. */
export const knownSecret = (): string | undefined => known;

/** The key of the HMAC; undefined while nobody has been erased. One read, until there is one. */
export const findSecret = async (): Promise<string | undefined> => (known ??= await findServiceSecret('erased-addresses'));

/** The key of the HMAC; made by the first erasure. */
export const madeSecret = (): Promise<string> => serviceSecret('erased-addresses');

/** The key of an erased address in the suppression list of a company. @param address normalised */
export const erasedKey = (company: CompanyId, secret: string, address: string): Key =>
  companyKey(
    company,
    `NOMAIL#${createHmac('sha256', Buffer.from(secret, 'base64')).update(`${company}\n${address}`).digest('hex')}`,
  );
