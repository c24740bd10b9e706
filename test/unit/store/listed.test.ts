import { beforeEach, describe, expect, test } from 'vitest';
import { conflict } from '#shared/base/kernel/errors.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { readCount } from '#shared/platform/store/counts.ts';
import {
  changeWrites,
  createWrites,
  findUnique,
  type ListedArea,
  type ListedRecord,
  type ListedRow,
  listedRows,
  readListed,
  recordKey,
  removeListed,
  removeManyListed,
  statsAddition,
} from '#shared/platform/store/listed.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { commitPlainly, ConditionFailed, create, transact, type Write } from '#shared/platform/store/transact.ts';
import { useTable } from '../../support/table.ts';

const table = useTable();

interface Tool extends ListedRecord {
  code: string | null;
}
type Stats = { uses: number };
const area: ListedArea<Tool, Stats> = {
  ...{ what: 'Tool', kind: 'product', counted: 'TOOL', newStats: { uses: 0 } },
  uniqueValue: ({ code }) => code,
  taken: () => conflict('The code is taken.'),
};
let company: CompanyId;
beforeEach(() => {
  company = companyScope(newId());
});

const tool = (name: string, more: Partial<Tool> = {}): Tool => ({
  ...{ id: newId(), version: 1, name, deletedAt: null, code: name },
  ...more,
});
async function created(...tools: Tool[]): Promise<Tool[]> {
  for (const one of tools) await transact(createWrites(area, company, one));
  table.calls.length = 0;
  return tools;
}
const names = async (options = {}) => (await listedRows<Tool, Stats>(area, company, options)).map(({ record }) => record.name);
const found = async (code: string) => (await findUnique<Tool, Stats>(area, company, code))?.name;
const count = () => readCount(company, 'TOOL');
const change = (before: Tool, changes: Partial<Tool>) =>
  transact(changeWrites(area, company, before, { ...before, ...changes, version: before.version + 1 }));

describe('A record that is listed by name', () => {
  test('is read by id and by its unique value, listed, and counted', async () => {
    const [saw, axe] = await created(tool('Saw'), tool('Axe'));
    expect(await readListed(area, company, saw!.id)).toMatchObject({
      ...{ kind: 'product', version: 1, row: { record: saw, stats: { uses: 0 } } },
    });
    expect([await found('Axe'), await found('Hammer')]).toEqual(['Axe', undefined]);
    expect(await listedRows(area, company, {})).toEqual(
      [axe, saw].map((record): ListedRow<unknown, Stats> => ({ record, stats: { uses: 0 } })),
    );
    expect(await names({ descending: true, limit: 1 })).toEqual(['Saw']);
    expect(await count()).toBe(2);
    expect(await readListed(area, companyScope(newId()), saw!.id)).toBeUndefined();
  });

  test('has a unique value: a duplicate is rejected, and counts nothing', async () => {
    await created(tool('Saw', { code: 'x' }), tool('No code', { code: null }), tool('Nor here', { code: null }));
    await expect(transact(createWrites(area, company, tool('Axe', { code: 'x' })))).rejects.toThrow(ConditionFailed);
    await expect(transact(createWrites(area, company, tool('Axe', { code: 'x' }), area.taken))).rejects.toThrow('taken');
    expect([await found('x'), await count()]).toEqual(['Saw', 3]);
  });

  test('is created once', async () => {
    const [saw] = await created(tool('Saw', { code: null }));
    await expect(transact(createWrites(area, company, saw!))).rejects.toThrow(ConditionFailed);
  });

  test('moves in the list with its name, and keeps its other attributes', async () => {
    const [saw] = await created(tool('Saw'), tool('Mallet'));
    await change(saw!, { name: 'Axe' });
    expect(await names()).toEqual(['Axe', 'Mallet']);
    expect(await readListed(area, company, saw!.id)).toMatchObject({ version: 2, row: { record: { name: 'Axe', version: 2 } } });
    expect([await found('Saw'), await count()]).toEqual(['Axe', 2]);
    // Nothing but the record was written: its unique value is the same.
    expect(table.callsOf('UpdateItem')).toHaveLength(1);
    await expect(change(saw!, { name: 'Pliers' })).rejects.toThrow(ConditionFailed);
  });

  test('frees its old value when it gets a new one, or none', async () => {
    const [saw, axe] = await created(tool('Saw'), tool('Axe'));
    await expect(change(saw!, { code: 'Axe' })).rejects.toThrow('The code is taken.');
    await change(saw!, { code: 'S' });
    expect([await found('Saw'), await found('S')]).toEqual([undefined, 'Saw']);
    await change(axe!, { code: 'Saw' });
    expect([await found('Saw'), await found('Axe')]).toEqual(['Axe', undefined]);
    await change({ ...axe!, code: 'Saw', version: 2 }, { code: null });
    expect(await found('Saw')).toBeUndefined();
  });

  test('adds to its statistics, including missing ones', () => {
    expect(statsAddition({ uses: 2, other: 0, cents: -5 })).toEqual({
      sets: [
        '#row.#stats.uses = if_not_exists(#row.#stats.uses, :zero) + :by0',
        '#row.#stats.cents = if_not_exists(#row.#stats.cents, :zero) + :by1',
      ],
      names: { '#row': 'row', '#stats': 'stats' },
      values: { ':zero': 0, ':by0': 2, ':by1': -5 },
    });
    expect(statsAddition({ uses: 0 })).toEqual({ sets: [], names: {}, values: {} });
  });
});

describe('a removed record', () => {
  test('is in no list any more, its value is free, and it remains stored', async () => {
    const [saw] = await created(tool('Saw'), tool('Axe'));
    await removeListed(area, company, saw!, commitPlainly);
    expect([await names(), await count(), await found('Saw')]).toEqual([['Axe'], 1, undefined]);
    expect(await readListed(area, company, saw!.id)).toBeUndefined();
    expect(await getItem(recordKey(area, company, saw!.id))).toMatchObject({
      ...{ version: 2, row: { record: { name: 'Saw', version: 2, deletedAt: '2026-03-02T10:00:00.000Z' } } },
    });
    await created(tool('Saw'));
    expect([await found('Saw'), await count()]).toEqual(['Saw', 2]);
  });

  test('needs no read, unless it was changed meanwhile; then its current value is freed', async () => {
    const [saw, axe] = await created(tool('Saw'), tool('Axe'));
    await removeListed(area, company, axe!, commitPlainly);
    expect(table.callsOf('GetItem')).toEqual([]);
    await change(saw!, { code: 'S' });
    await removeListed(area, company, saw!, commitPlainly);
    expect([await names(), await count(), await found('S')]).toEqual([[], 0, undefined]);
    await created(tool('Pliers', { code: 'S' }));
  });

  test('twice: 404', async () => {
    const [saw] = await created(tool('Saw'));
    await removeListed(area, company, saw!, commitPlainly);
    await expect(removeListed(area, company, saw!, commitPlainly)).rejects.toMatchObject({ message: 'Tool not found.' });
    expect(await count()).toBe(0);
  });
});

describe('removing many records', () => {
  const besides = (): Write => create({ pk: `C#${company}`, sk: `BESIDE#${newId()}`, kind: 'client' });
  const removeMany = async (ids: string[]) => {
    let commits = 0;
    const outcome = await removeManyListed<Tool, Stats>(area, company, ids, async (writes, result) => {
      commits++;
      return commitPlainly([...writes, besides()], result);
    });
    return { ...outcome, commits };
  };
  const error = 'Tool not found.';

  test('are removed, each id once; those without a record are reported, in their order', async () => {
    const [saw, axe, kept] = await created(tool('Saw'), tool('Axe', { code: null }), tool('Kept'));
    const unknown = newId();
    expect(await removeMany([unknown, saw!.id, 'no id', axe!.id, saw!.id])).toEqual({
      ...{ deleted: 2, commits: 1 },
      errors: [unknown, 'no id'].map(id => ({ id, error })),
    });
    expect([await names(), await count(), await found('Saw')]).toEqual([['Kept'], 1, undefined]);
    expect(await removeMany([saw!.id, kept!.id])).toEqual({ deleted: 1, commits: 1, errors: [{ id: saw!.id, error }] });
    expect(await removeMany([saw!.id])).toEqual({ deleted: 0, commits: 0, errors: [{ id: saw!.id, error }] });
    expect(await count()).toBe(0);
  });

  test.each([
    [45, [45]],
    [91, [45, 45, 1]],
  ])('%i of them are written in transactions of %j; the last one has the writes of the caller', async (number, sizes) => {
    const tools = await created(...Array.from({ length: number }, (_, n) => tool(`Tool ${n}`)));
    const outcome = await removeMany(tools.map(({ id }) => id));
    expect(outcome).toEqual({ deleted: number, commits: 1, errors: [] });
    const written = table.callsOf('TransactWriteItems').map(({ input }) => (input['TransactItems'] as unknown[]).length);
    expect(written).toEqual(sizes.map((size, place) => 2 * size + 1 + (place === sizes.length - 1 ? 1 : 0)));
    expect([await names(), await count()]).toEqual([[], 0]);
  });
});
