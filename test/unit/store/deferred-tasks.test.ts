import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../shared/kernel/ids.ts';
import { done, dueWork, type FollowUp, leave, postpone, readFollowUp, stillLeft } from '../../../shared/store/deferred-tasks.ts';
import { companyScope } from '../../../shared/store/table.ts';
import { ConditionFailed, transact } from '../../../shared/store/transact.ts';
import { useTable } from '../../support/table.ts';

const table = useTable();
const company = companyScope(newId());
let works: FollowUp[] = [];
const work = (): FollowUp => {
  const made: FollowUp = { kind: 'render', companyId: company, id: newId() };
  works.push(made);
  return made;
};
const ids = async (limit?: number): Promise<string[]> => (await dueWork(limit)).map(found => found.id).toSorted();

beforeEach(async () => {
  for (const left of works) await transact([done(company, left)]);
  works = [];
});

describe('work that a transaction leaves', () => {
  test('is nobody’s before its time, due from then on, and gone once it is done', async () => {
    const left = work();
    await transact([leave(company, left, 60)]);
    expect(await dueWork()).toEqual([]);
    table.clock.advance(59.999);
    expect(await dueWork()).toEqual([]);
    table.clock.advance(0.001);
    expect(await dueWork()).toEqual([left]);
    expect(await dueWork()).toEqual([left]);
    await transact([done(company, left)]);
    expect(await dueWork()).toEqual([]);
  });

  test('done is no error when it is done already', async () => {
    const left = work();
    await transact([done(company, left)]);
    await transact([leave(company, left, 0)]);
    await transact([done(company, left)]);
    await transact([done(company, left)]);
    expect(await dueWork()).toEqual([]);
  });

  test('left again it is one piece of work, due at the new time', async () => {
    const left = work();
    await transact([leave(company, left, 10)]);
    await transact([leave(company, left, 100)]);
    table.clock.advance(50);
    expect(await dueWork()).toEqual([]);
    table.clock.advance(50);
    expect(await dueWork()).toEqual([left]);
  });

  test('put off it is due later; but not when it was done meanwhile: it must not come back', async () => {
    const left = work();
    await transact([leave(company, left, 0)]);
    await transact([postpone(company, left, 300)]);
    expect(await dueWork()).toEqual([]);
    table.clock.advance(300);
    expect(await dueWork()).toEqual([{ ...left, tries: 1 }]);
    await transact([done(company, left)]);
    await expect(transact([postpone(company, left, 0)])).rejects.toThrow(ConditionFailed);
    expect(await dueWork()).toEqual([]);
  });

  test('may say more, which stays when it is put off, and is replaced when it is left again', async () => {
    const left = work();
    await transact([leave(company, left, 0, { version: 1 })]);
    await transact([postpone(company, left, 300)]);
    expect(await readFollowUp(company, left)).toEqual({ version: 1 });
    await transact([leave(company, left, 0, { version: 2 })]);
    await transact([postpone(company, left, 300)]);
    expect(await readFollowUp(company, left)).toEqual({ version: 2 });
  });

  test('is taken away, and passed by others, only while it stands as it was read', async () => {
    const left = work();
    const first = { expression: '#data.version = :version', names: { '#data': 'data' }, values: { ':version': 1 } };
    await transact([leave(company, left, 0, { version: 1 })]);
    await transact([stillLeft(company, left, first)]);
    await transact([leave(company, left, 0, { version: 2 })]);
    await expect(transact([stillLeft(company, left, first)])).rejects.toThrow(ConditionFailed);
    await expect(transact([done(company, left, first)])).rejects.toThrow(ConditionFailed);
    expect(await readFollowUp(company, left)).toEqual({ version: 2 });
    await transact([done(company, left)]);
    expect(await readFollowUp(company, left)).toBeUndefined();
    await expect(transact([stillLeft(company, left, first)])).rejects.toThrow(ConditionFailed);
  });

  test('stands or falls with its transaction', async () => {
    const left = work();
    const failed = transact([leave(company, left, 0), postpone(company, work(), 0)]);
    await expect(failed).rejects.toMatchObject({ write: 1 });
    expect(await dueWork()).toEqual([]);
  });

  test('of much work each look takes the oldest of every part of the index, and in the end all is found', async () => {
    const many = Array.from({ length: 60 }, work);
    for (const [place, one] of many.entries()) {
      table.clock.set(new Date(Date.parse('2026-03-02T10:00:00Z') + place * 1000).toISOString());
      await transact([leave(company, one, 0)]);
    }
    expect(await ids()).toEqual(many.map(one => one.id).toSorted());
    const first = await dueWork(2);
    expect(first.length).toBe(8);
    const oldest = many.slice(0, 40).map(one => one.id);
    for (const { id } of first) expect(oldest).toContain(id);
    const seen = new Set<string>();
    for (let look = 0; look < 30 && seen.size < 60; look++) {
      for (const one of await dueWork(2)) {
        seen.add(one.id);
        await transact([done(company, one)]);
      }
    }
    expect(seen.size).toBe(60);
  });
});
