import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { operation, serveJsonService } from '../aws-json.ts';
import { AwsError, type Engine } from '../http.ts';
import { type KnownAliases, openKeyFile, type StoredKey } from './keys.ts';
import { dataKey, decrypt, publicKey, sign, SIGNING_ALGORITHM } from './crypto.ts';
import { keyManagement } from './manage.ts';
import { authorise, type KeyPolicy } from './policy.ts';

export interface KmsOptions extends KnownAliases {
  /** Stores the keys in its file `kms/keys.json` (mode 0600). */
  dataDir: string;
  /** Aliases of symmetric keys (`alias/...`, AES-256-GCM). */
  symmetric: string[];
  /** Aliases of signing keys (`alias/...`, ECC_NIST_P256). */
  signing: string[];
  /** The IAM statements to check; by default every call is allowed. */
  policy?: KeyPolicy;
}

/** The header with the name of the calling function. */
export const CALLER_HEADER = 'x-local-function';

/** At most 8,192 bytes of JSON. */
const context = z
  .record(z.string(), z.string())
  .refine(pairs => Buffer.byteLength(JSON.stringify(pairs)) <= 8192, 'must have at most 8192 bytes')
  .default({});
const blob = z.base64().transform(text => Buffer.from(text, 'base64'));
const keyId = z.string().min(1);

/**
 * The local AWS KMS (JSON 1.1 protocol, `TrentService`): Decrypt, GenerateDataKey, Sign, GetPublicKey, and the operations on keys and
 * aliases. Keys are created at the first use of their alias; errors have the codes of KMS.
 */
export async function startKms(options: KmsOptions): Promise<Engine> {
  const folder = join(options.dataDir, 'kms');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const keys = openKeyFile(join(folder, 'keys.json'), options);

  const usable = (id: string, usage: StoredKey['usage']) => {
    const key = keys.find(id);
    if (key.deletedAt !== undefined) throw new AwsError('KMSInvalidStateException', 400, `${key.arn} is pending deletion.`);
    if (key.usage !== usage) {
      throw new AwsError(
        'InvalidKeyUsageException',
        400,
        `${key.arn} key usage is ${key.usage} which is not valid for this operation.`,
      );
    }
    return key;
  };

  return serveJsonService({
    target: 'TrentService',
    version: '1.1',
    bodyLimit: 1_000_000,
    before: (operation, input, headers) => {
      const caller = headers[CALLER_HEADER];
      if (options.policy && typeof caller === 'string') authorise(options.policy, keys, caller, operation, input as object);
    },
    operations: {
      Decrypt: operation(z.object({ KeyId: keyId.optional(), CiphertextBlob: blob, EncryptionContext: context }), input => {
        const { key, plaintext } = decrypt(input.CiphertextBlob, input.EncryptionContext, keys.byId);
        if (input.KeyId && usable(input.KeyId, 'ENCRYPT_DECRYPT').id !== key.id) {
          throw new AwsError(
            'IncorrectKeyException',
            400,
            'The key ID in the request does not identify a CMK that can perform this operation.',
          );
        }
        return { KeyId: key.arn, Plaintext: base64(plaintext), EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' };
      }),
      GenerateDataKey: operation(z.object({ KeyId: keyId, KeySpec: z.literal('AES_256'), EncryptionContext: context }), input => {
        const key = usable(input.KeyId, 'ENCRYPT_DECRYPT');
        const { plaintext, ciphertext } = dataKey(key, input.EncryptionContext);
        return { KeyId: key.arn, Plaintext: base64(plaintext), CiphertextBlob: base64(ciphertext) };
      }),
      Sign: operation(
        z.object({
          KeyId: keyId,
          Message: blob,
          MessageType: z.literal('RAW').default('RAW'),
          SigningAlgorithm: z.literal(SIGNING_ALGORITHM),
        }),
        input => {
          const key = usable(input.KeyId, 'SIGN_VERIFY');
          return {
            KeyId: key.arn,
            Signature: base64(sign(key, input.Message)),
            SigningAlgorithm: SIGNING_ALGORITHM,
          };
        },
      ),
      GetPublicKey: operation(z.object({ KeyId: keyId }), input => {
        const key = usable(input.KeyId, 'SIGN_VERIFY');
        return {
          KeyId: key.arn,
          PublicKey: base64(publicKey(key)),
          KeySpec: key.spec,
          CustomerMasterKeySpec: key.spec,
          KeyUsage: key.usage,
          SigningAlgorithms: [SIGNING_ALGORITHM],
        };
      }),
      ...keyManagement(keys),
    },
  });
}

const base64 = (bytes: Buffer): string => bytes.toString('base64');
