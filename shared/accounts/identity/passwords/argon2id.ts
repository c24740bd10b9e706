import { argon2 } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

export interface Argon2Parameters {
  /** Kibibytes. */
  memory: number;
  passes: number;
  parallelism: number;
}

/** The minimum of OWASP's Password Storage Cheat Sheet for argon2id: 19 MiB, 2 passes, 1 lane. */
export const PARAMETERS: Argon2Parameters = { memory: 19_456, passes: 2, parallelism: 1 };
export const SALT_BYTES = 16;
export const HASH_BYTES = 32;

/**
 * The argon2id hash (RFC 9106) of a password or backup code: a slow hash, because these can be guessed.
 *
 * @param bytes length of the hash
 */
export const argon2id = (
  text: string,
  salt: Uint8Array,
  parameters: Argon2Parameters = PARAMETERS,
  bytes = HASH_BYTES,
): Promise<Buffer> => {
  const { memory, passes, parallelism } = parameters;
  return derive('argon2id', { message: text, nonce: salt, memory, passes, parallelism, tagLength: bytes });
};
