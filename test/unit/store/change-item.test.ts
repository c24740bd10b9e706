import { describe, expect, test } from 'vitest';
import { newInvocation, ProcessDied, runAs } from '../../../infra/local/invocation.ts';
import { conflict } from '#shared/base/kernel/errors.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { changed, changeItem, hasVersion, type ItemChange, type VersionedItem } from '#shared/platform/store/change-item.ts';
import { getItem } from '#shared/platform/store/read.ts';
import type { Key } from '#shared/platform/store/table.ts';
import { ConditionFailed, create, put, transact } from '#shared/platform/store/transact.ts';
import { useTable } from '../../support/table.ts';

const table = useTable();

interface Counted {
  count: number;
  by: string[];
}
type Stored = VersionedItem<Counted>;

async function newItem(): Promise<Stored> {
  const item: Stored = { pk: table.partition(), sk: 'ITEM', kind: 'client', version: 1, data: { count: 0, by: [] } };
  await transact([create({ ...item })]);
  table.calls.length = 0;
  return item;
}
const read = ({ pk, sk }: Key) => getItem<Stored>({ pk, sk });
/** The stored attributes of an item, without those that name its last write. */
const stored = async (key: Key) => {
  const { version, data, kind } = (await read(key)) ?? {};
  return { version, data, kind };
};
const countedBy =
  (who: string) =>
  ({ count, by }: Counted) => ({ after: { count: count + 1, by: [...by, who] } });
const beside = ({ pk }: Key) => create({ pk, sk: 'BESIDE', kind: 'client' });
const isBeside = async ({ pk }: Key) => (await getItem({ pk, sk: 'BESIDE' })) !== undefined;
const writes = () => table.calls.filter(({ operation }) => operation === 'PutItem' || operation === 'TransactWriteItems').length;

describe('a change of an item', () => {
  test('is stored under the next version; everything else of the item stays', async () => {
    const item = await newItem();
    expect(await changeItem(item, countedBy('a'))).toMatchObject({ ...item, version: 2, data: { count: 1, by: ['a'] } });
    expect(await stored(item)).toEqual({ version: 2, data: { count: 1, by: ['a'] }, kind: 'client' });
  });

  test.each([
    ['there is no item', (item: Stored) => changeItem<Counted>({ ...item, sk: 'NONE' }, countedBy('a'))],
    ['nothing is to be changed', (item: Stored) => changeItem<Counted>(item, () => null)],
    ['nothing is to be changed of the item that was read before', (item: Stored) => changeItem<Counted>(item, () => null, item)],
  ])('is none, and nothing is written, where %s', async (_, change) => {
    const item = await newItem();
    expect(await change(item)).toBeUndefined();
    expect(writes()).toBe(0);
    expect(await stored(item)).toEqual({ version: 1, data: item.data, kind: 'client' });
  });

  test.each<[string, Partial<ItemChange<number>>, object]>([
    ['of its data alone', {}, { duePk: 'D', dueAt: 'at' }],
    ['of its attributes', { attributes: { expiresAt: 1 } }, { duePk: 'D', dueAt: 'at', expiresAt: 1 }],
    ['after which it is due again', { due: { duePk: 'E', dueAt: 'later' } }, { duePk: 'E', dueAt: 'later' }],
    ['after which nothing is due', { due: null }, {}],
  ])('%s leaves the rest', (_, change, rest) => {
    const item: VersionedItem<number> = { pk: 'P', sk: 'S', kind: 'client', version: 1, data: 1, duePk: 'D', dueAt: 'at' };
    expect(changed(item, { after: 2, ...change })).toEqual({ pk: 'P', sk: 'S', kind: 'client', version: 2, data: 2, ...rest });
  });

  test('uses the item that was read before for its first attempt', async () => {
    const item = await newItem();
    await changeItem(item, countedBy('a'), item);
    expect(table.calls.map(({ operation }) => operation)).toEqual(['PutItem']);
  });

  test('is decided again on the changes of others, when that is out of date', async () => {
    const item = await newItem();
    await changeItem(item, countedBy('a'));
    const seen: number[] = [];
    const changed = await changeItem<Counted>(
      item,
      data => {
        seen.push(data.count);
        return countedBy('b')(data);
      },
      item,
    );
    expect(seen).toEqual([0, 1]);
    expect(changed?.data).toEqual({ count: 2, by: ['a', 'b'] });
  });

  test('is written together with its other writes, or not at all', async () => {
    const item = await newItem();
    const also = [beside(item)];
    expect((await changeItem<Counted>(item, data => ({ ...countedBy('a')(data), also })))?.version).toBe(2);
    expect(await isBeside(item)).toBe(true);
    const refused = [create({ pk: item.pk, sk: 'BESIDE', kind: 'client' }, () => conflict('It is there already.'))];
    await expect(changeItem<Counted>(item, data => ({ ...countedBy('b')(data), also: refused }))).rejects.toMatchObject({
      code: 'conflict',
    });
    expect((await read(item))?.version).toBe(2);
  });

  test('that is rejected by its decision writes nothing', async () => {
    const item = await newItem();
    const refusing = changeItem<Counted>(item, () => Promise.reject(conflict('Not now.')));
    await expect(refusing).rejects.toMatchObject({ code: 'conflict' });
    expect(writes()).toBe(0);
  });

  test('of 8 simultaneous ones, all decided on the same read, none is lost', async () => {
    const item = await newItem();
    const names = Array.from({ length: 8 }, (_, place) => `${place}`);
    await Promise.all(names.map(name => changeItem(item, countedBy(name), item)));
    const { data, version } = (await read(item)) ?? {};
    expect([version, data?.count, data?.by.toSorted()]).toEqual([9, 8, names]);
  });
});

describe('a change whose call fails is done once', () => {
  const alone = countedBy('a');
  const along = (key: Key) => (data: Counted) => ({ ...countedBy('a')(data), also: [beside(key)] });

  test.each([
    ['its response is lost', 'PutItem', 'lostAnswer', 1],
    ['it is throttled', 'PutItem', 'throttle', 2],
    ['a transaction on the item is in progress', 'PutItem', 'conflict', 2],
    ['its response is lost', 'TransactWriteItems', 'lostAnswer', 1],
    ['it is throttled', 'TransactWriteItems', 'throttle', 2],
    ['a transaction on the item is in progress', 'TransactWriteItems', 'conflict', 2],
  ] as const)('%s (%s, %s)', async (_, operation, kind, times) => {
    const item = await newItem();
    table.faults.add({ service: 'dynamodb', operation, kind, times });
    const changed = await changeItem<Counted>(item, operation === 'PutItem' ? alone : along(item));
    expect([changed?.version, changed?.data.count]).toEqual([2, 1]);
    expect(await stored(item)).toEqual({ version: 2, data: { count: 1, by: ['a'] }, kind: 'client' });
    expect(await isBeside(item)).toBe(operation === 'TransactWriteItems');
    expect(table.callsOf(operation).length).toBe(times + 1);
  });

  test.each([
    ['before', 0, false],
    ['after', 1, true],
  ] as const)(
    'its process dies %s the write: the next change finds %i, and all or nothing of its other writes',
    async (when, left, is) => {
      const item = await newItem();
      table.faults.crash({ call: 1, when, operation: 'dynamodb.TransactWriteItems' });
      const dying = runAs(newInvocation(newId(), 'worker'), () => changeItem<Counted>(item, along(item)));
      await expect(dying).rejects.toThrow(ProcessDied);
      expect(await isBeside(item)).toBe(is);
      const seen: number[] = [];
      await changeItem<Counted>(item, data => {
        seen.push(data.count);
        return countedBy('b')(data);
      });
      expect(seen).toEqual([left]);
      expect((await read(item))?.data.count).toBe(left + 1);
    },
  );
});

test('a version is valid until the next change', async () => {
  const item = await newItem();
  await transact([put({ ...item, version: 2 }, hasVersion(1))]);
  await expect(transact([put({ ...item, version: 2 }, hasVersion(1))])).rejects.toThrow(ConditionFailed);
  await transact([put({ ...item, version: 3 }, hasVersion(2))]);
});
