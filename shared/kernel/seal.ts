import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Sealing under a secret that is not stored: stored values can be opened only by a caller who presents the secret again.
 *
 * AES-256-GCM (NIST SP 800-38D) under a key that HKDF-SHA-256 (RFC 5869) derives from the secret; `purpose` keeps uses apart.
 * Layout: 12 bytes of nonce, the ciphertext, 16 bytes of tag.
 */
const NONCE = 12;
const TAG = 16;

const keyOf = (secret: string, purpose: string): Uint8Array => new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32));

/** Seals bytes under a secret of high entropy. */
export function seal(secret: string, purpose: string, data: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, purpose), nonce, { authTagLength: TAG });
  return Buffer.concat([nonce, cipher.update(data), cipher.final(), cipher.getAuthTag()]);
}

/** Opens what `seal` made. @throws when the secret or the purpose is another one, or the bytes were changed. */
export function unseal(secret: string, purpose: string, sealed: Uint8Array): Buffer {
  const end = sealed.length - TAG;
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, purpose), sealed.subarray(0, NONCE), { authTagLength: TAG });
  decipher.setAuthTag(sealed.subarray(end));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE, end)), decipher.final()]);
}
