import { expect, test } from 'vitest';
import { pagesOfPartition } from '#shared/app/company-purge/partition-pages.ts';
import { put, remove, transact } from '#shared/platform/store/transact.ts';
import { useTable } from '../../support/table.ts';

const table = useTable();

async function partition(count: number): Promise<string> {
  const pk = table.partition();
  const items = Array.from({ length: count }, (_, n) => ({ pk, sk: `N#${n}`, kind: 'client' as const, expiresAt: 1 }));
  await transact(items.map(item => put(item)));
  table.calls.length = 0;
  return pk;
}

test('all items of a partition, expired ones too, are read page by page, in their current state', async () => {
  const pages = [];
  for await (const page of pagesOfPartition(await partition(7), 3)) pages.push(page.map(({ sk }) => sk));
  expect(pages).toEqual([['N#0', 'N#1', 'N#2'], ['N#3', 'N#4', 'N#5'], ['N#6']]);
  expect(table.callsOf('Query').map(({ input }) => input['ConsistentRead'])).toEqual([true, true, true]);
});

test('a caller that removes each page may stop: the next one finds the rest', async () => {
  const pk = await partition(5);
  for await (const page of pagesOfPartition(pk, 2)) {
    await transact(page.map(({ sk }) => remove({ pk, sk })));
    break;
  }
  const left = [];
  for await (const page of pagesOfPartition(pk, 2)) {
    left.push(...page.map(({ sk }) => sk));
    await transact(page.map(({ sk }) => remove({ pk, sk })));
  }
  expect(left).toEqual(['N#2', 'N#3', 'N#4']);
});
