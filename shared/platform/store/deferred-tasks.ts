import { instantIn } from '#shared/base/kernel/clock.ts';
import { due, dueRows } from './due-work.ts';
import { getItem } from './read.ts';
import { type CompanyId, companyKey, type Item, type Key } from './table.ts';
import { check, type Condition, put, remove, update, type Write } from './transact.ts';

/**
 * Work to be done after a transaction, normally by the same process. The transaction writes the task as an item, and the process
 * that does the work removes it. If the process dies in between, the sweep finds the task once it is due, and sends it to a queue.
 */
export interface DeferredTask {
  /** The kind of work, which determines the worker: outbox/sweep.ts has the queue of each kind. */
  kind: string;
  companyId: CompanyId;
  /** Id of the record that the task is about, such as a document. */
  id: string;
  /** How often the sweep has queued the task. */
  tries?: number;
}

const QUEUE = 'DUE';

const taskKey = (company: CompanyId, { kind, id }: DeferredTask): Key => companyKey(company, `FOLLOW#${kind}#${id}`);

/**
 * The write that stores a task; it replaces an earlier task of the same kind and id.
 *
 * @param seconds until the sweep queues the task, if it still exists then
 * @param data the input of the process that does the work
 */
export const deferTask = (company: CompanyId, task: DeferredTask, seconds: number, data?: object): Write =>
  put({
    ...taskKey(company, task),
    kind: 'deferred-task',
    row: task,
    ...(data && { data }),
    ...due(QUEUE, task.id, instantIn(seconds)),
  });

/** The data of a task; undefined if the task was removed because its work is done. */
export const readTask = async <T>(company: CompanyId, task: DeferredTask): Promise<T | undefined> =>
  (await getItem<Item & { data: T }>(taskKey(company, task)))?.data;

/** A condition check for a transaction: the task still exists and meets the condition. */
export const checkTask = (company: CompanyId, task: DeferredTask, condition: Condition): Write =>
  check(taskKey(company, task), condition);

/** The write that removes a task whose work is done. */
export const taskDone = (company: CompanyId, task: DeferredTask, condition?: Condition): Write =>
  remove(taskKey(company, task), condition);

/**
 * The write that counts a try and makes the task due again after a number of seconds. It fails if the task was removed meanwhile.
 */
export const postponeTask = (company: CompanyId, task: DeferredTask, seconds: number): Write =>
  update(taskKey(company, task), {
    expression: 'SET dueAt = :at, #row.tries = :tries',
    names: { '#row': 'row' },
    values: { ':at': instantIn(seconds), ':tries': (task.tries ?? 0) + 1 },
    condition: 'attribute_exists(pk)',
  });

/** The write that removes a task from the index of due work, but retains its item. It fails if the task was removed meanwhile. */
export const parkTask = (company: CompanyId, task: DeferredTask): Write =>
  update(taskKey(company, task), { expression: 'REMOVE duePk, dueAt', condition: 'attribute_exists(pk)' });

/** Tasks that are due now: at most `limit` per partition of the index, oldest first. */
export const dueTasks = (limit?: number): Promise<DeferredTask[]> => dueRows<DeferredTask>(QUEUE, limit);
