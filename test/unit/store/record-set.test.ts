import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newId } from '#shared/base/kernel/ids.ts';
import { conflict } from '#shared/base/kernel/errors.ts';
import { count, readCount } from '#shared/platform/store/counts.ts';
import { changeSet, mustHave, readSet, type SetArea } from '#shared/platform/store/record-set.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { type CompanyId, companyKey } from '#shared/platform/store/table.ts';
import { commitPlainly, put, remove, transact } from '#shared/platform/store/transact.ts';
import { useTable } from '../../support/table.ts';

const table = useTable();

/** Records of which exactly one is the default: a rule over the whole set. */
interface Flag {
  id: string;
  isDefault: boolean;
}
const PREFIX = 'FLAG#';
const area: SetArea<Flag> = {
  prefix: PREFIX,
  read: company => readSet<Flag>(company, PREFIX),
  write: (company, before, after) => {
    const id = (after ?? before)?.id ?? '';
    const key = companyKey(company, PREFIX + id);
    return after ? put({ ...key, kind: 'client', data: after }) : remove(key);
  },
};
const newCompany = (): CompanyId => companyScope(newId());
const add =
  (id: string) =>
  (records: Flag[]): { records: Flag[]; result: string } => ({
    records: [...records.map(one => (one.isDefault ? { ...one, isDefault: false } : one)), { id, isDefault: true }],
    result: id,
  });
const drop =
  (id: string) =>
  (records: Flag[]): { records: Flag[]; result: string } => {
    const left = records.filter(one => one.id !== id);
    if (left.length === 0) throw conflict('The last one stays.');
    const kept = left.some(one => one.isDefault)
      ? left
      : left.map((one, place) => (place === 0 ? { ...one, isDefault: true } : one));
    return { records: kept, result: id };
  };
const change = async (company: CompanyId, rule: ReturnType<typeof add>): Promise<string> =>
  changeSet(area, company, await area.read(company), rule, commitPlainly);

describe('a set of records under a rule over all of them', () => {
  test('is empty, with version 0, before anything is written', async () => {
    expect(await area.read(newCompany())).toEqual({ version: 0, records: [] });
  });

  test('a change writes the difference and nothing else, in one transaction', async () => {
    const company = newCompany();
    for (const id of ['a', 'b', 'c']) await change(company, add(id));
    table.calls.length = 0;
    await change(company, add('d'));
    const [commit] = table.callsOf('TransactWriteItems');
    const written = (commit?.input['TransactItems'] as { Put?: { Item: { sk: { S: string } } } }[]).map(
      one => one.Put?.Item.sk.S,
    );
    expect(written).toEqual([PREFIX, `${PREFIX}c`, `${PREFIX}d`]);
    // What the caller has read is not read again.
    expect(table.callsOf('Query')).toHaveLength(1);
    expect(await area.read(company)).toEqual({
      version: 4,
      records: ['a', 'b', 'c', 'd'].map(id => ({ id, isDefault: id === 'd' })),
    });
  });

  test('a rule that rejects changes nothing, also when it rejects because of another’s change', async () => {
    const company = newCompany();
    await change(company, add('a'));
    await change(company, add('b'));
    const stale = await area.read(company);
    await change(company, drop('a'));
    await expect(changeSet(area, company, stale, drop('b'), commitPlainly)).rejects.toMatchObject({ code: 'conflict' });
    expect((await area.read(company)).records).toEqual([{ id: 'b', isDefault: true }]);
  });

  test('of 10 simultaneous changes, all decided on the same read, all are done, and the rule holds', async () => {
    const company = newCompany();
    await change(company, add('first'));
    const loaded = await area.read(company);
    const ids = Array.from({ length: 10 }, (_, place) => `x${place}`);
    await Promise.all(ids.map(id => changeSet(area, company, loaded, add(id), commitPlainly)));
    const { version, records } = await area.read(company);
    expect(version).toBe(11);
    expect(records.map(one => one.id).toSorted()).toEqual(['first', ...ids]);
    expect(records.filter(one => one.isDefault)).toHaveLength(1);
  });

  test('over any sequence of changes exactly one is the default', async () => {
    const step = fc.record({ adds: fc.boolean(), id: fc.constantFrom('a', 'b', 'c', 'd') });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async steps => {
        const company = newCompany();
        for (const { adds, id } of steps) {
          const { records } = await area.read(company);
          if (adds !== records.some(one => one.id === id)) await change(company, adds ? add(id) : drop(id)).catch(() => {});
        }
        const { records } = await area.read(company);
        expect(records.filter(one => one.isDefault)).toHaveLength(records.length === 0 ? 0 : 1);
      }),
      { numRuns: 20 },
    );
  });

  test('mustHave: 404 for an unknown record', async () => {
    const company = newCompany();
    for (const id of ['a', 'c']) await change(company, add(id));
    const set = await area.read(company);
    for (const id of ['a', 'c']) expect(mustHave(set, id, 'Flag')).toBe(set);
    for (const id of ['b', '', undefined]) expect(() => mustHave(set, id, 'Flag')).toThrow('Flag not found.');
  });
});

describe('a count of the records', () => {
  test('starts at 0, changes with its transactions, and is exact under concurrency', async () => {
    const company = newCompany();
    expect(await readCount(company, 'CLIENT')).toBe(0);
    await Promise.all(Array.from({ length: 25 }, (_, place) => transact([count(company, 'CLIENT', place % 5 === 0 ? -1 : 1)])));
    expect(await readCount(company, 'CLIENT')).toBe(15);
    expect(await readCount(company, 'PRODUCT')).toBe(0);
    const failing = transact([
      count(company, 'CLIENT', 1),
      put({ pk: 'x', sk: 'x', kind: 'client' }, { expression: 'attribute_exists(pk)' }),
    ]);
    await expect(failing).rejects.toThrow();
    expect(await readCount(company, 'CLIENT')).toBe(15);
  });
});
