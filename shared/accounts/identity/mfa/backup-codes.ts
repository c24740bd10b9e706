import { randomBytes, randomInt } from 'node:crypto';
import { argon2id, SALT_BYTES } from '../passwords/argon2id.ts';

/**
 * Backup codes: ten single-use codes in case the authenticator is lost (ACC-37).
 *
 * A code has 40 bits, so its hash must be slow. All codes of a set share one salt, so that an attempt costs one hash, not ten.
 */
const COUNT = 10;
const LENGTH = 8;
/** Characters that cannot be confused. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

const CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** A stored set of codes. */
export interface BackupCodes {
  /** Base64. */
  salt: string;
  /** The hashes of unused codes, in base64. */
  unused: Record<string, true>;
}

export const NO_CODES: BackupCodes = { salt: '', unused: {} };

const newCode = (): string => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

const hashOf = async (code: string, salt: string): Promise<string> =>
  (await argon2id(code, Buffer.from(salt, 'base64'))).toString('base64');

/** New codes in plain text (`xxxx-xxxx`), which are shown once, and in stored form. */
export async function newBackupCodes(): Promise<{ shown: string[]; stored: BackupCodes }> {
  const codes = new Set<string>();
  while (codes.size < COUNT) codes.add(newCode());
  const salt = randomBytes(SALT_BYTES).toString('base64');
  const hashes = await Promise.all([...codes].map(code => hashOf(code, salt)));
  return {
    shown: [...codes].map(code => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`),
    stored: { salt, unused: Object.fromEntries(hashes.map(hash => [hash, true])) },
  };
}

/** The stored hash of a typed code, ignoring case, dashes and spaces; null if it is none of the unused codes. */
export async function findBackupCode(typed: string, { salt, unused }: BackupCodes): Promise<string | null> {
  const code = typed.toLowerCase().replaceAll(/[-\s]/g, '');
  if (!CODE.test(code) || salt === '') return null;
  const hash = await hashOf(code, salt);
  return unused[hash] ? hash : null;
}
