import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SsmEngine, startSsm } from '../../../infra/local/engines/ssm.ts';
import { clientConfig } from './engines-support.ts';

let engine: SsmEngine;
let client: SSMClient;

beforeAll(async () => {
  engine = await startSsm({ '/invoicing/local/secrets/one': 's3cret' });
  client = new SSMClient({ ...clientConfig, endpoint: engine.endpoint });
});
afterAll(() => engine.stop());

const read = (Name: string, WithDecryption?: boolean) => client.send(new GetParameterCommand({ Name, WithDecryption }));

test('a secure string is readable only when it is decrypted', async () => {
  expect((await read('/invoicing/local/secrets/one', true)).Parameter?.Value).toBe('s3cret');
  expect((await read('/invoicing/local/secrets/one')).Parameter?.Value).not.toBe('s3cret');
});

test('a missing parameter is ParameterNotFound', async () => {
  await expect(read('/invoicing/local/secrets/two', true)).rejects.toMatchObject({ name: 'ParameterNotFound' });
});

test('values are stored and removed', async () => {
  engine.put('/invoicing/local/secrets/three', 'a');
  expect((await read('/invoicing/local/secrets/three', true)).Parameter?.Value).toBe('a');
  engine.put('/invoicing/local/secrets/three', undefined);
  await expect(read('/invoicing/local/secrets/three', true)).rejects.toMatchObject({ name: 'ParameterNotFound' });
});
