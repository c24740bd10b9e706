import { expect, test } from 'vitest';
import { type PublishedKey, publishedKeyKey } from '#shared/platform/access/published-keys.ts';
import { publish } from '#shared/accounts/identity/token-keys/signing-keys.ts';
import { getItem } from '#shared/platform/store/read.ts';
import type { Key } from '#shared/platform/store/table.ts';
import { useTable } from '../../support/table.ts';

const table = useTable();
const key: PublishedKey = {
  ...{ kid: 'kid', x: 'x', y: 'y', keyId: 'id', publishedAt: '2026-03-02T10:00:00.000Z' },
  ...{ signsFrom: null, retiredAt: null },
};

test('a key is published also while the rotation writes it, and a published one is not changed', async () => {
  table.faults.add({ service: 'dynamodb', operation: 'PutItem', kind: 'conflict', times: 2 });
  await publish(key);
  await publish({ ...key, x: 'another' });
  expect(await getItem<Key & { data: PublishedKey }>(publishedKeyKey('kid'))).toMatchObject({ data: key });
});
