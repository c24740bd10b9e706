import { type MockInstance, expect, test, vi } from 'vitest';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { findServiceSecret, serviceSecret } from '#shared/platform/store/service-secret.ts';
import { useTable } from '../../support/table.ts';

const table = useTable();

test('a secret of the service has 256 random bits, generated at its first use and never again', async () => {
  expect(await findServiceSecret('known-addresses')).toBeUndefined();
  const secret = await serviceSecret('known-addresses');
  expect(Buffer.from(secret, 'base64')).toHaveLength(32);
  expect([await serviceSecret('known-addresses'), await findServiceSecret('known-addresses')]).toEqual([secret, secret]);
  expect(table.callsOf('PutItem')).toHaveLength(1);
  expect(await findServiceSecret('passkey-decoys')).toBeUndefined();
});

test('many processes that generate it simultaneously get the same one', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, () => serviceSecret('passkey-decoys')));
  expect(new Set(made)).toEqual(new Set([await findServiceSecret('passkey-decoys')]));
});

test('one that cannot be stored is not used', async () => {
  const client = dynamodb();
  const send = client.send.bind(client);
  const spy = vi.spyOn(client, 'send') as unknown as MockInstance<(command: object) => Promise<unknown>>;
  spy.mockImplementationOnce(command => send(command as never)).mockRejectedValueOnce(new Error('Not now.'));
  await expect(serviceSecret('erased-addresses')).rejects.toThrow('Not now.');
  spy.mockRestore();
  expect(await findServiceSecret('erased-addresses')).toBeUndefined();
});
