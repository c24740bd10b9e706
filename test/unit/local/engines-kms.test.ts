import {
  DecryptCommand,
  DescribeKeyCommand,
  EncryptCommand,
  GenerateDataKeyCommand,
  GetPublicKeyCommand,
  KMSClient,
  SignCommand,
} from '@aws-sdk/client-kms';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Engine } from '../../../infra/local/engines/http.ts';
import { startKms } from '../../../infra/local/engines/kms.ts';
import { clientConfig, dataFolder, refusal } from './engines-support.ts';

const dataDir = dataFolder();
const running: Engine[] = [];
afterEach(() => Promise.all(running.splice(0).map(engine => engine.stop())));

async function kms(): Promise<KMSClient> {
  const engine = await startKms({ dataDir, symmetric: ['alias/secrets', 'alias/other'], signing: ['alias/tokens'] });
  running.push(engine);
  return new KMSClient({ ...clientConfig, endpoint: engine.endpoint });
}

const bytes = (text: string) => new TextEncoder().encode(text);
const asDer = (key: Uint8Array | undefined) => createPublicKey({ key: Buffer.from(key ?? []), type: 'spki', format: 'der' });

test('Decrypt returns what Encrypt took, whatever the order of the context pairs', async () => {
  const client = await kms();
  const { CiphertextBlob } = await client.send(
    new EncryptCommand({
      KeyId: 'alias/secrets',
      Plaintext: bytes('țâșnit'),
      EncryptionContext: { company: '1', purpose: 'token' },
    }),
  );
  const { Plaintext, KeyId } = await client.send(
    new DecryptCommand({ CiphertextBlob, EncryptionContext: { purpose: 'token', company: '1' } }),
  );
  expect(new TextDecoder().decode(Plaintext)).toBe('țâșnit');
  expect(KeyId).toMatch(/^arn:aws:kms:/);
});

test('Decrypt refuses another context, a changed byte and foreign bytes as InvalidCiphertextException', async () => {
  const client = await kms();
  const EncryptionContext = { company: '1' };
  const { CiphertextBlob = new Uint8Array() } = await client.send(
    new EncryptCommand({ KeyId: 'alias/secrets', Plaintext: bytes('secret'), EncryptionContext }),
  );
  const changed = CiphertextBlob.with(-1, CiphertextBlob.at(-1)! ^ 1);
  const attempts = [
    { CiphertextBlob, EncryptionContext: { company: '2' } },
    { CiphertextBlob },
    { CiphertextBlob: changed, EncryptionContext },
    { CiphertextBlob: bytes('nothing of ours'), EncryptionContext },
  ];
  for (const attempt of attempts) {
    expect(await refusal(client.send(new DecryptCommand(attempt)))).toMatchObject({
      name: 'InvalidCiphertextException',
      status: 400,
    });
  }
});

test('Decrypt with a key other than the one that encrypted is an IncorrectKeyException', async () => {
  const client = await kms();
  const { CiphertextBlob } = await client.send(new EncryptCommand({ KeyId: 'alias/secrets', Plaintext: bytes('x') }));
  const attempt = client.send(new DecryptCommand({ KeyId: 'alias/other', CiphertextBlob }));
  expect((await refusal(attempt)).name).toBe('IncorrectKeyException');
});

test('GenerateDataKey gives 32 bytes and their encryption under the context', async () => {
  const client = await kms();
  const EncryptionContext = { company: '7' };
  const key = await client.send(new GenerateDataKeyCommand({ KeyId: 'alias/secrets', KeySpec: 'AES_256', EncryptionContext }));
  expect(key.Plaintext).toHaveLength(32);
  const { Plaintext } = await client.send(new DecryptCommand({ CiphertextBlob: key.CiphertextBlob, EncryptionContext }));
  expect(Plaintext).toEqual(key.Plaintext);
});

test('a signature over a RAW message or its DIGEST verifies against GetPublicKey, and against no other message', async () => {
  const client = await kms();
  const { PublicKey, KeySpec } = await client.send(new GetPublicKeyCommand({ KeyId: 'alias/tokens' }));
  expect(KeySpec).toBe('ECC_NIST_P256');
  const message = bytes('header.payload');
  const digest = createHash('sha256').update(message).digest();
  // Repeated, because the DER form depends on whether r and s begin with a high bit.
  for (let round = 0; round < 20; round++) {
    for (const [Message, MessageType] of [[message, 'RAW'] as const, [digest, 'DIGEST'] as const]) {
      const input = { KeyId: 'alias/tokens', Message, MessageType, SigningAlgorithm: 'ECDSA_SHA_256' as const };
      const { Signature = new Uint8Array() } = await client.send(new SignCommand(input));
      expect(verify('sha256', message, asDer(PublicKey), Signature)).toBe(true);
      expect(verify('sha256', bytes('another'), asDer(PublicKey), Signature)).toBe(false);
    }
  }
});

test('keys survive a restart, in a file that its owner alone can read', async () => {
  const first = await kms();
  const { CiphertextBlob } = await first.send(new EncryptCommand({ KeyId: 'alias/secrets', Plaintext: bytes('kept') }));
  const { PublicKey } = await first.send(new GetPublicKeyCommand({ KeyId: 'alias/tokens' }));
  await running.pop()?.stop();

  const second = await kms();
  const { Plaintext } = await second.send(new DecryptCommand({ CiphertextBlob }));
  expect(new TextDecoder().decode(Plaintext)).toBe('kept');
  expect((await second.send(new GetPublicKeyCommand({ KeyId: 'alias/tokens' }))).PublicKey).toEqual(PublicKey);
  expect(statSync(join(dataDir, 'kms', 'keys.json')).mode & 0o777).toBe(0o600);
});

test('a key answers to its alias, id and ARN; an unknown one is NotFoundException', async () => {
  const client = await kms();
  const { KeyMetadata } = await client.send(new DescribeKeyCommand({ KeyId: 'alias/secrets' }));
  for (const KeyId of [KeyMetadata?.KeyId, KeyMetadata?.Arn, 'arn:aws:kms:eu-central-1:000000000000:alias/secrets']) {
    expect((await client.send(new DescribeKeyCommand({ KeyId }))).KeyMetadata?.Arn).toBe(KeyMetadata?.Arn);
  }
  expect((await refusal(client.send(new DescribeKeyCommand({ KeyId: 'alias/unknown' })))).name).toBe('NotFoundException');
});

test('a key is good for its own use alone, and inputs have KMS limits', async () => {
  const client = await kms();
  const SigningAlgorithm = 'ECDSA_SHA_256' as const;
  const sign = (input: { KeyId: string; Message: Uint8Array; MessageType?: 'RAW' | 'DIGEST' }) =>
    refusal(client.send(new SignCommand({ ...input, SigningAlgorithm })));
  expect((await sign({ KeyId: 'alias/secrets', Message: bytes('m') })).name).toBe('InvalidKeyUsageException');
  expect((await sign({ KeyId: 'alias/tokens', Message: bytes('short'), MessageType: 'DIGEST' })).name).toBe(
    'ValidationException',
  );
  expect((await sign({ KeyId: 'alias/tokens', Message: new Uint8Array(4097) })).name).toBe('ValidationException');
  const tooMuch = client.send(new EncryptCommand({ KeyId: 'alias/secrets', Plaintext: new Uint8Array(4097) }));
  expect((await refusal(tooMuch)).name).toBe('ValidationException');
});
