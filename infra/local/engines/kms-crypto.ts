import {
  createCipheriv,
  createDecipheriv,
  createECDH,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  randomBytes,
  sign as signBytes,
} from 'node:crypto';
import { AwsError } from './http.ts';
import type { StoredKey } from './kms-keys.ts';

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
export function encrypt(key: StoredKey, plaintext: Buffer, context: EncryptionContext): Buffer {
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

/** A new data key, in plaintext and encrypted. */
export function dataKey(
  key: StoredKey,
  input: {
    KeySpec?: 'AES_256' | 'AES_128' | undefined;
    NumberOfBytes?: number | undefined;
    EncryptionContext: EncryptionContext;
  },
): { plaintext: Buffer; ciphertext: Buffer } {
  if ((input.KeySpec === undefined) === (input.NumberOfBytes === undefined)) {
    throw new AwsError('ValidationException', 400, 'Please specify either number of bytes or key spec.');
  }
  const plaintext = randomBytes(input.NumberOfBytes ?? (input.KeySpec === 'AES_256' ? 32 : 16));
  return { plaintext, ciphertext: encrypt(key, plaintext, input.EncryptionContext) };
}

const privateKey = (key: StoredKey): KeyObject => createPrivateKey({ key: materialOf(key), type: 'pkcs8', format: 'der' });

/** SPKI, DER. */
export const publicKey = (key: StoredKey): Buffer => createPublicKey(privateKey(key)).export({ type: 'spki', format: 'der' });

/** A DER-encoded ECDSA signature over the message, or over a SHA-256 digest that the caller has computed. */
export function sign(key: StoredKey, message: Buffer, type: 'RAW' | 'DIGEST'): Buffer {
  if (type === 'DIGEST') {
    if (message.length !== 32) {
      throw new AwsError('ValidationException', 400, `Digest is invalid length for algorithm ${SIGNING_ALGORITHM}.`);
    }
    return signDigest(privateKey(key), message);
  }
  if (message.length < 1 || message.length > 4096) {
    throw new AwsError('ValidationException', 400, 'A RAW message must have 1 to 4096 bytes; for a longer one, sign its DIGEST.');
  }
  return signBytes('sha256', message, privateKey(key));
}

/** Order of the group of P-256 (FIPS 186-5, SP 800-186 §3.2.1.3). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/**
 * ECDSA over a digest (FIPS 186-5 §6.4.1). node:crypto hashes whatever it signs with an EC key, so the arithmetic is done
 * here; the point comes from OpenSSL, whose ephemeral ECDH key pair is exactly the (k, kG) that ECDSA asks for.
 */
function signDigest(key: KeyObject, digest: Buffer): Buffer {
  const d = toInteger(Buffer.from(key.export({ format: 'jwk' }).d ?? '', 'base64url'));
  for (;;) {
    const ephemeral = createECDH('prime256v1');
    const point = ephemeral.generateKeys();
    const r = toInteger(point.subarray(1, 33)) % ORDER;
    const s = (inverse(toInteger(ephemeral.getPrivateKey())) * (toInteger(digest) + r * d)) % ORDER;
    if (r !== 0n && s !== 0n) return derSequence([r, s]);
  }
}

const toInteger = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`);

/** a^(n-2) mod n: the inverse modulo the prime order (Fermat). */
function inverse(a: bigint): bigint {
  let result = 1n;
  let base = a % ORDER;
  for (let exponent = ORDER - 2n; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = (result * base) % ORDER;
    base = (base * base) % ORDER;
  }
  return result;
}

function derSequence(integers: bigint[]): Buffer {
  const content = Buffer.concat(
    integers.map(integer => {
      const hex = integer.toString(16);
      const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
      const signed = (bytes[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes;
      return Buffer.concat([Buffer.from([2, signed.length]), signed]);
    }),
  );
  return Buffer.concat([Buffer.from([0x30, content.length]), content]);
}
