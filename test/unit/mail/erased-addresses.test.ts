import { expect, test } from 'vitest';
import { clearCaches } from '#shared/base/kernel/caches.ts';
import { findSecret, knownSecret, madeSecret } from '#shared/output/mail/documents/erased-addresses.ts';
import { remove, transact } from '#shared/platform/store/transact.ts';
import { lookupKey } from '#shared/platform/store/table.ts';
import { useTable } from '../../support/table.ts';

useTable();

test('the key of erased addresses is kept by a process, but not for another table', async () => {
  clearCaches();
  expect(await findSecret()).toBeUndefined();
  const secret = await madeSecret();
  expect([await findSecret(), knownSecret()]).toEqual([secret, secret]);
  // The local runtime clears the caches of a process that continues with other data.
  await transact([remove(lookupKey('SECRET', 'erased-addresses'))]);
  expect(await findSecret()).toBe(secret);
  clearCaches();
  expect([knownSecret(), await findSecret()]).toEqual([undefined, undefined]);
});
