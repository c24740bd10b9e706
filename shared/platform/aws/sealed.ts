import { DecryptCommand, GenerateDataKeyCommand } from '@aws-sdk/client-kms';
import { seal as sealUnder, unseal as unsealUnder } from '#shared/base/kernel/seal.ts';
import { environment } from './environment.ts';
import { kms } from './kms.ts';

/**
 * Envelope encryption of credentials that users entrust to the service: each text has its own data key, which only KMS can decrypt,
 * and only for the same encryption context (which KMS logs, so it holds identifiers and no secrets). Grants:
 * `secrets-key:encrypt:<kind>` and `secrets-key:decrypt:<kind>`, by the kinds of vocabulary/sealed-kinds.ts.
 */
const PURPOSE = 'sealed text';

/** `<data key, encrypted>.<text, encrypted under it>`, both base64. */
export type Sealed = string;

export type SealContext = Record<string, string>;

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Encrypts a text; the same context is needed to decrypt it. */
export async function seal(text: string, context: SealContext): Promise<Sealed> {
  const { Plaintext, CiphertextBlob } = await kms().send(
    new GenerateDataKeyCommand({ KeyId: environment('secretsKey'), KeySpec: 'AES_256', EncryptionContext: context }),
  );
  if (!Plaintext || !CiphertextBlob) throw new Error('KMS returned no data key.');
  return `${base64(CiphertextBlob)}.${base64(sealUnder(base64(Plaintext), PURPOSE, Buffer.from(text)))}`;
}

/** Decrypts the result of `seal`. @throws when the context differs or the encrypted text was changed */
export async function unseal(sealed: Sealed, context: SealContext): Promise<string> {
  const [key = '', box = ''] = sealed.split('.');
  const { Plaintext } = await kms().send(
    new DecryptCommand({
      KeyId: environment('secretsKey'),
      CiphertextBlob: Buffer.from(key, 'base64'),
      EncryptionContext: context,
    }),
  );
  if (!Plaintext) throw new Error('KMS returned no data key.');
  return unsealUnder(base64(Plaintext), PURPOSE, Buffer.from(box, 'base64')).toString();
}
