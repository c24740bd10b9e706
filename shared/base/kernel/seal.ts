import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Encryption with a secret that is not stored: only a caller who presents the secret again can decrypt the stored value.
 *
 * AES-256-GCM (NIST SP 800-38D) with a key that HKDF-SHA-256 (RFC 5869) derives from the secret; `purpose` separates the keys of
 * different uses. Layout: 12 bytes of nonce, the ciphertext, 16 bytes of tag.
 */
const NONCE = 12;
const TAG = 16;

const keyOf = (secret: string, purpose: string): Uint8Array => new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32));

/** Encrypts bytes. @param secret must have high entropy, as no password hashing is applied */
export function seal(secret: string, purpose: string, data: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, purpose), nonce, { authTagLength: TAG });
  return Buffer.concat([nonce, cipher.update(data), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts the result of `seal`. @throws when secret or purpose differ, or the bytes were changed */
export function unseal(secret: string, purpose: string, sealed: Uint8Array): Buffer {
  const end = sealed.length - TAG;
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, purpose), sealed.subarray(0, NONCE), { authTagLength: TAG });
  decipher.setAuthTag(sealed.subarray(end));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE, end)), decipher.final()]);
}
