import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { getItem, getItems, queryItems, queryRows } from '#shared/platform/store/read.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { put, transact } from '#shared/platform/store/transact.ts';
import { useTable } from '../../support/table.ts';

const table = useTable();
type Numbered = Item & { n: number };

/** Writes items in batches of a transaction. */
async function write(items: (Item & Record<string, unknown>)[], size = 50): Promise<void> {
  for (let first = 0; first < items.length; first += size) await transact(items.slice(first, first + size).map(one => put(one)));
}
const numbered = (pk: string, count: number, more: (n: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, n) => ({
    pk,
    sk: `N#${String(n).padStart(4, '0')}`,
    kind: 'number' as const,
    n,
    ...more(n),
  }));
const ns = (items: Numbered[]): number[] => items.map(item => item.n);
const span = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, place) => from + place);

describe('one item', () => {
  test('is read in its current state: strongly consistent', async () => {
    const pk = table.partition();
    await write(numbered(pk, 1));
    expect(await getItem({ pk, sk: 'N#0000' })).toMatchObject({ n: 0 });
    expect(table.callsOf('GetItem')[0]?.input).toMatchObject({ ConsistentRead: true });
    expect(await getItem({ pk, sk: 'other' })).toBeUndefined();
  });

  test('that has expired counts as absent, whenever DynamoDB deletes it', async () => {
    const pk = table.partition();
    const now = table.clock.now() / 1000;
    await write([
      { pk, sk: 'past', kind: 'client', expiresAt: now },
      { pk, sk: 'future', kind: 'client', expiresAt: now + 1 },
    ]);
    expect(await getItem({ pk, sk: 'past' })).toBeUndefined();
    expect(await getItem({ pk, sk: 'future' })).toBeDefined();
    table.clock.advance(1);
    expect(await getItem({ pk, sk: 'future' })).toBeUndefined();
  });

  test('a table that fails permanently is an error after four attempts', async () => {
    table.faults.add({ service: 'dynamodb', kind: 'fail' });
    await expect(getItem({ pk: 'a', sk: 'b' })).rejects.toMatchObject({ name: 'InternalServerError' });
    expect(table.calls).toHaveLength(4);
  });
});

describe('several items by key', () => {
  test('250 keys: in their order, repeated ones twice, missing and expired ones undefined, 100 a call, all calls at once', async () => {
    const pk = table.partition();
    await write(numbered(pk, 230, n => (n === 7 ? { expiresAt: 1 } : {})));
    table.calls.length = 0;
    const keys = [...span(0, 249).toReversed(), 5].map(n => ({ pk, sk: `N#${String(n).padStart(4, '0')}` }));
    const found = await getItems(keys);
    expect(found.map(item => item?.['n'])).toEqual(
      [...span(0, 249).toReversed(), 5].map(n => (n < 230 && n !== 7 ? n : undefined)),
    );
    expect(table.callsOf('BatchGetItem')).toHaveLength(3);
  });

  test('201 keys need a third call; reads are strongly consistent, unless the caller asks for less', async () => {
    const pk = table.partition();
    await write(numbered(pk, 201));
    table.calls.length = 0;
    const keys = span(0, 201).map(n => ({ pk, sk: `N#${String(n).padStart(4, '0')}` }));
    expect((await getItems(keys)).map(item => item?.['n'])).toEqual(span(0, 201));
    await getItems(keys.slice(0, 1), { consistent: false });
    const consistent = table
      .callsOf('BatchGetItem')
      .map(({ input }) => (input['RequestItems'] as Record<string, { ConsistentRead: boolean }>)['test']?.ConsistentRead);
    expect(consistent).toEqual([true, true, true, false]);
  });

  test('a long list is sent in groups of ten calls, not all at once', async () => {
    const pk = table.partition();
    let waiting = 0;
    let most = 0;
    const send = vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation((async () => {
      most = Math.max(most, ++waiting);
      await new Promise(resolve => setImmediate(resolve));
      waiting--;
      return {};
    }) as never);
    const found = await getItems(span(0, 2_450).map(n => ({ pk, sk: String(n) })));
    expect(found).toHaveLength(2_450);
    expect([send.mock.calls.length, most]).toEqual([25, 10]);
    send.mockRestore();
  });

  test('none: no call', async () => {
    expect(await getItems([])).toEqual([]);
    expect(table.calls).toEqual([]);
  });
});

describe('a range', () => {
  let pk: string;
  beforeAll(() => {
    pk = table.partition();
  });

  test('beyond the 1 MB of one response: every item once, in order, forwards and backwards', async () => {
    await write(
      numbered(pk, 12, () => ({ text: 'x'.repeat(300_000) })),
      4,
    );
    table.calls.length = 0;
    expect(ns(await queryItems<Numbered>({ partition: pk }))).toEqual(span(0, 12));
    expect(table.callsOf('Query').length).toBeGreaterThan(3);
    expect(ns(await queryItems<Numbered>({ partition: pk }, { descending: true }))).toEqual(span(0, 12).toReversed());
  });

  test('limit and offset count items, across responses too, and nothing is read beyond them', async () => {
    expect(ns(await queryItems<Numbered>({ partition: pk }, { limit: 5 }))).toEqual(span(0, 5));
    expect(ns(await queryItems<Numbered>({ partition: pk }, { limit: 5, offset: 4 }))).toEqual(span(4, 9));
    expect(ns(await queryItems<Numbered>({ partition: pk }, { limit: 5, offset: 10 }))).toEqual([10, 11]);
    expect(ns(await queryItems<Numbered>({ partition: pk }, { limit: 5, offset: 12 }))).toEqual([]);
    expect(ns(await queryItems<Numbered>({ partition: pk }, { limit: 2, offset: 1, descending: true }))).toEqual([10, 9]);
    table.calls.length = 0;
    await queryItems({ partition: pk }, { limit: 1 });
    expect(table.callsOf('Query').map(call => call.input['Limit'])).toEqual([1]);
  });

  test('by prefix, and between two sort keys, both included', async () => {
    const own = table.partition();
    await write([...numbered(own, 5), { pk: own, sk: 'M', kind: 'client', n: -1 }, { pk: own, sk: 'NX', kind: 'client', n: -2 }]);
    expect(ns(await queryItems<Numbered>({ partition: own, beginsWith: 'N#' }))).toEqual(span(0, 5));
    expect(ns(await queryItems<Numbered>({ partition: own, beginsWith: '' }))).toEqual([-1, 0, 1, 2, 3, 4, -2]);
    expect(ns(await queryItems<Numbered>({ partition: own, between: ['N#0001', 'N#0003'] }))).toEqual([1, 2, 3]);
    expect(await queryItems({ partition: own, beginsWith: 'Z' })).toEqual([]);
    expect(await queryItems({ partition: table.partition() })).toEqual([]);
  });

  test('expired items are left out, and do not fill a page', async () => {
    const own = table.partition();
    await write(numbered(own, 30, n => (n % 3 === 0 ? {} : { expiresAt: 1 })));
    expect(ns(await queryItems<Numbered>({ partition: own }))).toEqual([0, 3, 6, 9, 12, 15, 18, 21, 24, 27]);
    table.calls.length = 0;
    expect(ns(await queryItems<Numbered>({ partition: own }, { limit: 4 }))).toEqual([0, 3, 6, 9]);
    // Each call asks for as many as are missing yet.
    expect(table.callsOf('Query').map(call => call.input['Limit'])).toEqual([4, 2, 2, 1, 1]);
    expect(ns(await queryItems<Numbered>({ partition: own }, { limit: 3, offset: 2 }))).toEqual([6, 9, 12]);
  });

  test('of an index: the projected rows, in the order of the index; the base table is read consistently, an index cannot be', async () => {
    const own = table.partition();
    await write(numbered(own, 5, n => ({ row: { n }, gsi1pk: `${own}#LIST`, gsi1sk: String(9 - n), secret: 'x' })));
    table.calls.length = 0;
    const range = { partition: `${own}#LIST` };
    expect(await queryRows('gsi1', range)).toEqual([4, 3, 2, 1, 0].map(n => ({ n })));
    expect(await queryRows('gsi1', range, { descending: true, limit: 2 })).toEqual([{ n: 0 }, { n: 1 }]);
    const [item] = await queryItems<Record<string, unknown>>(range, { index: 'gsi1', limit: 1 });
    expect(Object.keys(item ?? {}).toSorted()).toEqual(['gsi1pk', 'gsi1sk', 'kind', 'pk', 'row', 'sk']);
    await queryItems({ partition: own });
    const consistent = table.callsOf('Query').map(call => [call.input['IndexName'], call.input['ConsistentRead']]);
    expect(consistent).toEqual([
      ['gsi1', undefined],
      ['gsi1', undefined],
      ['gsi1', undefined],
      [undefined, true],
    ]);
  });
});
