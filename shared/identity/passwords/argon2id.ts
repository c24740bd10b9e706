import { argon2 } from 'node:crypto';
import { promisify } from 'node:util';

/**
 * The one slow hash, for secrets that people choose or copy by hand: argon2id (RFC 9106) with the parameters that OWASP's
 * Password Storage Cheat Sheet gives as its minimum (19 MiB, 2 passes, 1 lane).
 */
const derive = promisify(argon2);

export interface Argon2Parameters {
  /** Kibibytes. */
  memory: number;
  passes: number;
  parallelism: number;
}

export const PARAMETERS: Argon2Parameters = { memory: 19_456, passes: 2, parallelism: 1 };
export const SALT_BYTES = 16;
export const HASH_BYTES = 32;

/** The hash of a text under a salt, `bytes` long. */
export const argon2id = (
  text: string,
  salt: Uint8Array,
  parameters: Argon2Parameters = PARAMETERS,
  bytes = HASH_BYTES,
): Promise<Buffer> => {
  const { memory, passes, parallelism } = parameters;
  return derive('argon2id', { message: text, nonce: salt, memory, passes, parallelism, tagLength: bytes });
};
