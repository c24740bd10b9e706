import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../shared/kernel/ids.ts';
import {
  type DeferredTask,
  deferTask,
  dueTasks,
  postponeTask,
  readTask,
  taskDone,
  taskStill,
} from '../../../shared/store/deferred-tasks.ts';
import { companyScope } from '../../../shared/store/table.ts';
import { ConditionFailed, transact } from '../../../shared/store/transact.ts';
import { useTable } from '../../support/table.ts';

const table = useTable();
const company = companyScope(newId());
let tasks: DeferredTask[] = [];
const task = (): DeferredTask => {
  const made: DeferredTask = { kind: 'render', companyId: company, id: newId() };
  tasks.push(made);
  return made;
};
const ids = async (limit?: number): Promise<string[]> => (await dueTasks(limit)).map(found => found.id).toSorted();

beforeEach(async () => {
  for (const left of tasks) await transact([taskDone(company, left)]);
  tasks = [];
});

describe('a task that a transaction leaves', () => {
  test('is nobody’s before its time, due from then on, and gone once it is done', async () => {
    const left = task();
    await transact([deferTask(company, left, 60)]);
    expect(await dueTasks()).toEqual([]);
    table.clock.advance(59.999);
    expect(await dueTasks()).toEqual([]);
    table.clock.advance(0.001);
    expect(await dueTasks()).toEqual([left]);
    expect(await dueTasks()).toEqual([left]);
    await transact([taskDone(company, left)]);
    expect(await dueTasks()).toEqual([]);
  });

  test('done is no error when it is done already', async () => {
    const left = task();
    await transact([taskDone(company, left)]);
    await transact([deferTask(company, left, 0)]);
    await transact([taskDone(company, left)]);
    await transact([taskDone(company, left)]);
    expect(await dueTasks()).toEqual([]);
  });

  test('left again it is one task, due at the new time', async () => {
    const left = task();
    await transact([deferTask(company, left, 10)]);
    await transact([deferTask(company, left, 100)]);
    table.clock.advance(50);
    expect(await dueTasks()).toEqual([]);
    table.clock.advance(50);
    expect(await dueTasks()).toEqual([left]);
  });

  test('put off it is due later; but not when it was done meanwhile: it must not come back', async () => {
    const left = task();
    await transact([deferTask(company, left, 0)]);
    await transact([postponeTask(company, left, 300)]);
    expect(await dueTasks()).toEqual([]);
    table.clock.advance(300);
    expect(await dueTasks()).toEqual([{ ...left, tries: 1 }]);
    await transact([taskDone(company, left)]);
    await expect(transact([postponeTask(company, left, 0)])).rejects.toThrow(ConditionFailed);
    expect(await dueTasks()).toEqual([]);
  });

  test('may say more, which stays when it is put off, and is replaced when it is left again', async () => {
    const left = task();
    await transact([deferTask(company, left, 0, { version: 1 })]);
    await transact([postponeTask(company, left, 300)]);
    expect(await readTask(company, left)).toEqual({ version: 1 });
    await transact([deferTask(company, left, 0, { version: 2 })]);
    await transact([postponeTask(company, left, 300)]);
    expect(await readTask(company, left)).toEqual({ version: 2 });
  });

  test('is taken away, and passed by others, only while it stands as it was read', async () => {
    const left = task();
    const first = { expression: '#data.version = :version', names: { '#data': 'data' }, values: { ':version': 1 } };
    await transact([deferTask(company, left, 0, { version: 1 })]);
    await transact([taskStill(company, left, first)]);
    await transact([deferTask(company, left, 0, { version: 2 })]);
    await expect(transact([taskStill(company, left, first)])).rejects.toThrow(ConditionFailed);
    await expect(transact([taskDone(company, left, first)])).rejects.toThrow(ConditionFailed);
    expect(await readTask(company, left)).toEqual({ version: 2 });
    await transact([taskDone(company, left)]);
    expect(await readTask(company, left)).toBeUndefined();
    await expect(transact([taskStill(company, left, first)])).rejects.toThrow(ConditionFailed);
  });

  test('stands or falls with its transaction', async () => {
    const left = task();
    const failed = transact([deferTask(company, left, 0), postponeTask(company, task(), 0)]);
    await expect(failed).rejects.toMatchObject({ write: 1 });
    expect(await dueTasks()).toEqual([]);
  });

  test('of many tasks each look takes the oldest of every part of the index, and in the end all is found', async () => {
    const many = Array.from({ length: 60 }, task);
    for (const [place, one] of many.entries()) {
      table.clock.set(new Date(Date.parse('2026-03-02T10:00:00Z') + place * 1000).toISOString());
      await transact([deferTask(company, one, 0)]);
    }
    expect(await ids()).toEqual(many.map(one => one.id).toSorted());
    const first = await dueTasks(2);
    expect(first.length).toBe(8);
    const oldest = many.slice(0, 40).map(one => one.id);
    for (const { id } of first) expect(oldest).toContain(id);
    const seen = new Set<string>();
    for (let look = 0; look < 30 && seen.size < 60; look++) {
      for (const one of await dueTasks(2)) {
        seen.add(one.id);
        await transact([taskDone(company, one)]);
      }
    }
    expect(seen.size).toBe(60);
  });
});
