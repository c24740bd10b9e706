import { expect, test } from 'vitest';
import { getItems } from '#shared/platform/store/read.ts';
import { put, transact } from '#shared/platform/store/transact.ts';
import { useTable } from '../../support/table.ts';

const table = useTable();

test('several items by key that exceed one response (16 MB): the rest is requested again', async () => {
  const pk = table.partition();
  const heavy = Array.from({ length: 48 }, (_, n) => ({
    ...{ pk, sk: `N#${String(n).padStart(4, '0')}`, kind: 'number' as const, n },
    text: 'x'.repeat(390_000),
  }));
  for (let first = 0; first < heavy.length; first += 8) await transact(heavy.slice(first, first + 8).map(one => put(one)));
  table.calls.length = 0;
  const found = await getItems(heavy.map(({ pk, sk }) => ({ pk, sk })));
  expect(found.map(item => item?.['n'])).toEqual(heavy.map(({ n }) => n));
  expect(table.callsOf('BatchGetItem').length).toBeGreaterThan(1);
});
