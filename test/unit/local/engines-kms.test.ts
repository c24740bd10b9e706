import {
  CreateAliasCommand,
  CreateKeyCommand,
  DecryptCommand,
  EncryptCommand,
  GenerateDataKeyCommand,
  GetPublicKeyCommand,
  KMSClient,
  ScheduleKeyDeletionCommand,
  SignCommand,
  UpdateAliasCommand,
} from '@aws-sdk/client-kms';
import { createPublicKey, verify } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Engine } from '../../../infra/local/engines/http.ts';
import { startKms } from '../../../infra/local/engines/kms/index.ts';
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

const newKey = (client: KMSClient, EncryptionContext?: Record<string, string>) =>
  client.send(new GenerateDataKeyCommand({ KeyId: 'alias/secrets', KeySpec: 'AES_256', EncryptionContext }));

test('GenerateDataKey gives 32 bytes, which Decrypt returns under the same context, whatever the order of its pairs', async () => {
  const client = await kms();
  const key = await newKey(client, { company: '1', purpose: 'token' });
  expect(key.Plaintext).toHaveLength(32);
  const { CiphertextBlob } = key;
  const EncryptionContext = { purpose: 'token', company: '1' };
  const { Plaintext, KeyId } = await client.send(new DecryptCommand({ CiphertextBlob, EncryptionContext }));
  expect(Plaintext).toEqual(key.Plaintext);
  expect(KeyId).toMatch(/^arn:aws:kms:/);
});

test('Decrypt rejects another context, a changed byte and foreign bytes as InvalidCiphertextException', async () => {
  const client = await kms();
  const EncryptionContext = { company: '1' };
  const { CiphertextBlob = new Uint8Array() } = await newKey(client, EncryptionContext);
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
  const { CiphertextBlob } = await newKey(client);
  const attempt = client.send(new DecryptCommand({ KeyId: 'alias/other', CiphertextBlob }));
  expect((await refusal(attempt)).name).toBe('IncorrectKeyException');
});

test('a signature verifies against GetPublicKey, and against no other message', async () => {
  const client = await kms();
  const { PublicKey, KeySpec } = await client.send(new GetPublicKeyCommand({ KeyId: 'alias/tokens' }));
  expect(KeySpec).toBe('ECC_NIST_P256');
  const message = bytes('header.payload');
  const input = { KeyId: 'alias/tokens', Message: message, SigningAlgorithm: 'ECDSA_SHA_256' as const };
  const { Signature = new Uint8Array() } = await client.send(new SignCommand({ ...input, MessageType: 'RAW' }));
  expect(verify('sha256', message, asDer(PublicKey), Signature)).toBe(true);
  expect(verify('sha256', bytes('another'), asDer(PublicKey), Signature)).toBe(false);
});

test('keys survive a restart, in a file that only its owner can read', async () => {
  const first = await kms();
  const kept = await newKey(first);
  const { PublicKey } = await first.send(new GetPublicKeyCommand({ KeyId: 'alias/tokens' }));
  await running.pop()?.stop();

  const second = await kms();
  const { Plaintext } = await second.send(new DecryptCommand({ CiphertextBlob: kept.CiphertextBlob }));
  expect(Plaintext).toEqual(kept.Plaintext);
  expect((await second.send(new GetPublicKeyCommand({ KeyId: 'alias/tokens' }))).PublicKey).toEqual(PublicKey);
  expect(statSync(join(dataDir, 'kms', 'keys.json')).mode & 0o777).toBe(0o600);
});

test('a key is found by its alias, id and ARN; an unknown one is NotFoundException', async () => {
  const client = await kms();
  const arnOf = async (KeyId: string) => (await client.send(new GetPublicKeyCommand({ KeyId }))).KeyId ?? '';
  const arn = await arnOf('alias/tokens');
  for (const name of [arn, arn.replace(/^.*\//, ''), 'arn:aws:kms:eu-central-1:000000000000:alias/tokens']) {
    expect(await arnOf(name)).toBe(arn);
  }
  expect((await refusal(arnOf('alias/unknown'))).name).toBe('NotFoundException');
});

test('a key can be used for its own purpose only, and inputs have KMS limits', async () => {
  const client = await kms();
  const SigningAlgorithm = 'ECDSA_SHA_256' as const;
  const sign = (input: { KeyId: string; Message: Uint8Array }) =>
    refusal(client.send(new SignCommand({ ...input, SigningAlgorithm })));
  expect((await sign({ KeyId: 'alias/secrets', Message: bytes('m') })).name).toBe('InvalidKeyUsageException');
  expect((await sign({ KeyId: 'alias/tokens', Message: new Uint8Array(4097) })).name).toBe('ValidationException');
  const encrypted = client.send(new EncryptCommand({ KeyId: 'alias/secrets', Plaintext: bytes('x') }));
  expect((await refusal(encrypted)).message).toContain("does not know the operation 'TrentService.Encrypt'");
});

test('the aliases of a key that is pending deletion stay with it, and none moves to it', async () => {
  const client = await kms();
  const create = async () => (await client.send(new CreateKeyCommand({}))).KeyMetadata?.KeyId ?? '';
  const [gone, other] = [await create(), await create()];
  await client.send(new CreateAliasCommand({ AliasName: 'alias/gone', TargetKeyId: gone }));
  await client.send(new ScheduleKeyDeletionCommand({ KeyId: gone }));
  const again = new CreateAliasCommand({ AliasName: 'alias/gone', TargetKeyId: other });
  expect((await refusal(client.send(again))).name).toBe('AlreadyExistsException');
  const use = new GenerateDataKeyCommand({ KeyId: 'alias/gone', KeySpec: 'AES_256' });
  expect((await refusal(client.send(use))).name).toBe('KMSInvalidStateException');
  const back = new UpdateAliasCommand({ AliasName: 'alias/gone', TargetKeyId: gone });
  expect((await refusal(client.send(back))).name).toBe('KMSInvalidStateException');
  const ofAws = new CreateAliasCommand({ AliasName: 'alias/aws/ours', TargetKeyId: other });
  expect((await refusal(client.send(ofAws))).name).toBe('ValidationException');
  await client.send(new UpdateAliasCommand({ AliasName: 'alias/gone', TargetKeyId: other }));
  expect((await client.send(use)).Plaintext).toHaveLength(32);
});

test('aliases lead to keys alone, and a context has 8,192 bytes', async () => {
  const client = await kms();
  const chained = new CreateAliasCommand({ AliasName: 'alias/chained', TargetKeyId: 'alias/secrets' });
  const deleted = new ScheduleKeyDeletionCommand({ KeyId: 'alias/secrets' });
  for (const command of [chained, deleted])
    expect((await refusal(client.send(command as CreateAliasCommand))).name).toBe('ValidationException');
  expect((await refusal(newKey(client, { long: 'x'.repeat(8192) }))).name).toBe('ValidationException');
});
