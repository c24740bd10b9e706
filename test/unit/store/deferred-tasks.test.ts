import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#shared/base/kernel/ids.ts';
import {
  type DeferredTask,
  deferTask,
  dueTasks,
  parkTask,
  postponeTask,
  readTask,
  taskDone,
  checkTask,
} from '#shared/platform/store/deferred-tasks.ts';
import { due } from '#shared/platform/store/due-work.ts';
import { awaitsDispatch, markDispatched, onCreation } from '#shared/platform/store/outbox.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { ConditionFailed, create, remove, transact } from '#shared/platform/store/transact.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { useTable } from '../../support/table.ts';

const table = useTable();
const company = companyScope(newId());
let tasks: DeferredTask[] = [];
const newTask = (): DeferredTask => {
  const made: DeferredTask = { kind: 'client', companyId: company, id: newId() };
  tasks.push(made);
  return made;
};
const ids = async (limit?: number): Promise<string[]> => (await dueTasks(limit)).map(found => found.id).toSorted();

beforeEach(async () => {
  for (const task of tasks) await transact([taskDone(company, task)]);
  tasks = [];
});

describe('a deferred task', () => {
  test('is not found before its time, found from then on, and deleted once it is done', async () => {
    const task = newTask();
    await transact([deferTask(company, task, 60)]);
    expect(await dueTasks()).toEqual([]);
    table.clock.advance(59.999);
    expect(await dueTasks()).toEqual([]);
    table.clock.advance(0.001);
    expect(await dueTasks()).toEqual([task]);
    expect(await dueTasks()).toEqual([task]);
    await transact([taskDone(company, task)]);
    expect(await dueTasks()).toEqual([]);
  });

  test('can be done when there is none any more, without an error', async () => {
    const task = newTask();
    await transact([taskDone(company, task)]);
    await transact([deferTask(company, task, 0)]);
    await transact([taskDone(company, task)]);
    await transact([taskDone(company, task)]);
    expect(await dueTasks()).toEqual([]);
  });

  test('deferred again, it is one task, due at the new time', async () => {
    const task = newTask();
    await transact([deferTask(company, task, 10)]);
    await transact([deferTask(company, task, 100)]);
    table.clock.advance(50);
    expect(await dueTasks()).toEqual([]);
    table.clock.advance(50);
    expect(await dueTasks()).toEqual([task]);
  });

  test('postponed, it is due later; but not when it was done meanwhile: it must not return', async () => {
    const task = newTask();
    await transact([deferTask(company, task, 0)]);
    await transact([postponeTask(company, task, 300)]);
    expect(await dueTasks()).toEqual([]);
    table.clock.advance(300);
    expect(await dueTasks()).toEqual([{ ...task, tries: 1 }]);
    await transact([postponeTask(company, { ...task, tries: 1 }, 0)]);
    expect(await dueTasks()).toEqual([{ ...task, tries: 2 }]);
    await transact([taskDone(company, task)]);
    await expect(transact([postponeTask(company, task, 0)])).rejects.toThrow(ConditionFailed);
    expect(await dueTasks()).toEqual([]);
  });

  test('may have data, which are kept when it is postponed, and replaced when it is deferred again', async () => {
    const task = newTask();
    await transact([deferTask(company, task, 0, { version: 1 })]);
    await transact([postponeTask(company, task, 300)]);
    expect(await readTask(company, task)).toEqual({ version: 1 });
    await transact([deferTask(company, task, 0, { version: 2 })]);
    await transact([postponeTask(company, task, 300)]);
    expect(await readTask(company, task)).toEqual({ version: 2 });
  });

  test('parked, it keeps its data and is not due any more; but not when it was done meanwhile', async () => {
    const task = newTask();
    await transact([deferTask(company, task, 0, { version: 1 })]);
    await transact([parkTask(company, task)]);
    expect([await dueTasks(), await readTask(company, task)]).toEqual([[], { version: 1 }]);
    await transact([taskDone(company, task)]);
    await expect(transact([parkTask(company, task)])).rejects.toThrow(ConditionFailed);
    expect(await readTask(company, task)).toBeUndefined();
  });

  test('is done, and lets a transaction with a check pass, only while its data are unchanged since they were read', async () => {
    const task = newTask();
    const first = { expression: '#data.version = :version', names: { '#data': 'data' }, values: { ':version': 1 } };
    await transact([deferTask(company, task, 0, { version: 1 })]);
    await transact([checkTask(company, task, first)]);
    await transact([deferTask(company, task, 0, { version: 2 })]);
    await expect(transact([checkTask(company, task, first)])).rejects.toThrow(ConditionFailed);
    await expect(transact([taskDone(company, task, first)])).rejects.toThrow(ConditionFailed);
    expect(await readTask(company, task)).toEqual({ version: 2 });
    await transact([taskDone(company, task)]);
    expect(await readTask(company, task)).toBeUndefined();
    await expect(transact([checkTask(company, task, first)])).rejects.toThrow(ConditionFailed);
  });

  test('is not stored when its transaction fails', async () => {
    const task = newTask();
    const failed = transact([deferTask(company, task, 0), postponeTask(company, newTask(), 0)]);
    await expect(failed).rejects.toMatchObject({ write: 1 });
    expect(await dueTasks()).toEqual([]);
  });

  test('of many tasks, those found are the oldest of each partition of the index; repeated, all are found', async () => {
    const many = Array.from({ length: 60 }, newTask);
    for (const [place, one] of many.entries()) {
      table.clock.set(new Date(Date.parse('2026-03-02T10:00:00Z') + place * 1000).toISOString());
      await transact([deferTask(company, one, 0)]);
    }
    expect(await ids()).toEqual(many.map(one => one.id).toSorted());
    const partitions = Map.groupBy(many, ({ id }) => due('DUE', id, '').duePk);
    const oldest = [...partitions.values()].flatMap(one => one.slice(0, 2).map(({ id }) => id));
    expect((await dueTasks(2)).map(({ id }) => id).toSorted()).toEqual(oldest.toSorted());
    const seen = new Set<string>();
    for (let round = 0; round < 30 && seen.size < 60; round++) {
      for (const one of await dueTasks(2)) {
        seen.add(one.id);
        await transact([taskDone(company, one)]);
      }
    }
    expect(seen.size).toBe(60);
  });
});

describe('an item that waits to be dispatched', () => {
  test('is overdue after 15 minutes plus the wait of its dispatch', () => {
    const seconds = (delay?: number) => (Date.parse(awaitsDispatch('id', delay).dueAt) - table.clock.now()) / 1000;
    expect([seconds(), seconds(600)]).toEqual([900, 1500]);
  });

  test('waits no more once its consumer has begun; repeated, and when it is deleted, that is no error and creates no item', async () => {
    const key = { pk: table.partition(), sk: 'A' };
    await transact([create({ ...key, kind: 'client', ...awaitsDispatch('id') })]);
    await markDispatched(key);
    await markDispatched(key);
    expect(await getItem(key)).not.toHaveProperty('duePk');
    await transact([remove(key)]);
    await markDispatched(key);
    expect(await getItem(key)).toBeUndefined();
    await expect(markDispatched({ ...key, sk: '' })).rejects.toMatchObject({ name: 'ValidationException' });
  });

  test('is dispatched at its creation, not when it is changed or removed', () => {
    const dispatches = onCreation(() => [{ queue: 'email', body: {} }]);
    const item = { sk: 'A' };
    expect([
      dispatches({ before: undefined, after: item }).length,
      dispatches({ before: item, after: item }).length,
      dispatches({ before: item, after: undefined }).length,
    ]).toEqual([1, 0, 0]);
  });
});
