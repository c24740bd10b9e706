import { randomBytes, timingSafeEqual } from 'node:crypto';
import { argon2id, type Argon2Parameters, HASH_BYTES, PARAMETERS, SALT_BYTES } from './argon2id.ts';

/** Passwords are stored as argon2id hashes in PHC string format. It contains the parameters, so they can be raised later. */

/** The NFKC form, which is hashed: another machine may encode the same characters differently (NIST SP 800-63B §3.1.1.2). */
export const normalised = (password: string): string => password.normalize('NFKC');

interface Hashed extends Argon2Parameters {
  salt: Buffer;
  hash: Buffer;
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replaceAll('=', '');

const phc = ({ memory, passes, parallelism, salt, hash }: Hashed): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`;

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function parsed(text: string): Hashed {
  const [, memory, passes, parallelism, salt, hash] = PHC.exec(text) ?? [];
  if (salt === undefined || hash === undefined) throw new Error('A stored password hash is not an argon2id PHC string.');
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

const derived = (password: string, { salt, hash, ...parameters }: Hashed): Promise<Buffer> =>
  argon2id(normalised(password), salt, parameters, hash.length);

/** The argon2id hash of a password with a new random salt, as a PHC string. */
export async function hashPassword(password: string): Promise<string> {
  const form = { ...PARAMETERS, salt: randomBytes(SALT_BYTES), hash: Buffer.alloc(HASH_BYTES) };
  return phc({ ...form, hash: await derived(password, form) });
}

/** A hash of zeros, which no password matches: stored to lock an account during a takeover, and compared if no hash is stored. */
export const NO_PASSWORD = phc({ ...PARAMETERS, salt: Buffer.alloc(SALT_BYTES), hash: Buffer.alloc(HASH_BYTES) });

/**
 * Whether a password matches a stored hash. Without a stored hash the result is false after the same work, so that the response
 * time does not reveal whether there is a password.
 */
export async function verifyPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const form = parsed(stored ?? NO_PASSWORD);
  const matches = timingSafeEqual(await derived(password, form), form.hash);
  return matches && stored != null;
}
