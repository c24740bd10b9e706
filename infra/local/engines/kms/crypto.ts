import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  randomBytes,
  sign as signBytes,
} from 'node:crypto';
import { AwsError } from '../http.ts';
import type { StoredKey } from './keys.ts';

export const SIGNING_ALGORITHM = 'ECDSA_SHA_256';

type EncryptionContext = Record<string, string>;

// A ciphertext names its key, as KMS's do: version (1 byte), key id (36), IV (12), tag (16), then the encrypted bytes.
const VERSION = 1;
const HEADER = 1 + 36;
const IV = 12;
const TAG = 16;

const materialOf = (key: StoredKey): Buffer => Buffer.from(key.material, 'base64');

/** The header and the sorted pairs of the context: KMS ignores the order of the pairs. */
const additionalData = (header: Buffer, context: EncryptionContext): Buffer =>
  Buffer.concat([header, Buffer.from(JSON.stringify(Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1))))]);

/** AES-256-GCM with the encryption context as additional authenticated data. */
function encrypt(key: StoredKey, plaintext: Buffer, context: EncryptionContext): Buffer {
  const header = Buffer.concat([Buffer.from([VERSION]), Buffer.from(key.id)]);
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', materialOf(key), iv).setAAD(additionalData(header, context));
  const encrypted = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([header, iv, cipher.getAuthTag(), encrypted]);
}

/**
 * The plaintext, and the key that the ciphertext names.
 *
 * @throws AwsError InvalidCiphertextException for an unknown key, another encryption context or a changed byte
 */
export function decrypt(
  blob: Buffer,
  context: EncryptionContext,
  keyById: (id: string) => StoredKey | undefined,
): { key: StoredKey; plaintext: Buffer } {
  const header = blob.subarray(0, HEADER);
  const key = blob[0] === VERSION && blob.length > HEADER + IV + TAG ? keyById(header.subarray(1).toString()) : undefined;
  if (!key) throw new AwsError('InvalidCiphertextException', 400, 'The ciphertext was not made by a key of this service.');
  const [iv, tag] = [blob.subarray(HEADER, HEADER + IV), blob.subarray(HEADER + IV, HEADER + IV + TAG)];
  const decipher = createDecipheriv('aes-256-gcm', materialOf(key), iv).setAAD(additionalData(header, context)).setAuthTag(tag);
  try {
    return { key, plaintext: Buffer.concat([decipher.update(blob.subarray(HEADER + IV + TAG)), decipher.final()]) };
  } catch {
    throw new AwsError('InvalidCiphertextException', 400, 'The ciphertext or its encryption context was changed.');
  }
}

/** A new data key of 32 bytes, in plaintext and encrypted. */
export function dataKey(key: StoredKey, context: EncryptionContext): { plaintext: Buffer; ciphertext: Buffer } {
  const plaintext = randomBytes(32);
  return { plaintext, ciphertext: encrypt(key, plaintext, context) };
}

const privateKey = (key: StoredKey): KeyObject => createPrivateKey({ key: materialOf(key), type: 'pkcs8', format: 'der' });

/** SPKI, DER. */
export const publicKey = (key: StoredKey): Buffer => createPublicKey(privateKey(key)).export({ type: 'spki', format: 'der' });

/** A DER-encoded ECDSA signature over the message. */
export function sign(key: StoredKey, message: Buffer): Buffer {
  if (message.length < 1 || message.length > 4096) {
    throw new AwsError('ValidationException', 400, 'A RAW message must have 1 to 4096 bytes.');
  }
  return signBytes('sha256', message, privateKey(key));
}
