import { argon2 } from 'node:crypto';
import { promisify } from 'node:util';

/**
 * The slow hash for passwords and backup codes, which have too little entropy for SHA-256: argon2id (RFC 9106) with the minimum
 * parameters of OWASP's Password Storage Cheat Sheet (19 MiB, 2 passes, 1 lane).
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

/** The argon2id hash of a text with a salt. @param bytes length of the hash */
export const argon2id = (
  text: string,
  salt: Uint8Array,
  parameters: Argon2Parameters = PARAMETERS,
  bytes = HASH_BYTES,
): Promise<Buffer> => {
  const { memory, passes, parallelism } = parameters;
  return derive('argon2id', { message: text, nonce: salt, memory, passes, parallelism, tagLength: bytes });
};
