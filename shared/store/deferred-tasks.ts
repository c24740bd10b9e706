import { instantIn } from '../kernel/clock.ts';
import { due, dueRows } from './due-work.ts';
import { getItem } from './read.ts';
import { type CompanyId, companyKey, type Item, type Key } from './table.ts';
import { check, type Condition, put, remove, update, type Write } from './transact.ts';

/**
 * Work to be done after a transaction, normally by the same process. The transaction writes the task as an item, and the process
 * that does the work removes it. If the process dies in between, the sweep finds the task once it is due, and sends it to a queue.
 */
export interface DeferredTask {
  /** Which worker does it. The areas name their kinds; outbox/sweep.ts knows the queue of each. */
  kind: string;
  companyId: string;
  /** Of what the task is about, such as a document. */
  id: string;
  /** What the id names, where the worker of a kind has several to do with, such as kinds of documents. */
  subject?: string;
  /** Times that the sweep queued it. */
  tries?: number;
}

const QUEUE = 'DUE';

const taskKey = (company: CompanyId, { kind, id }: DeferredTask): Key => companyKey(company, `FOLLOW#${kind}#${id}`);

/**
 * The write that leaves a task, in place of an earlier one of the same kind and id.
 *
 * @param seconds from now until the sweep looks after it
 * @param data what the process that does it has to know
 */
export const deferTask = (company: CompanyId, task: DeferredTask, seconds: number, data?: object): Write =>
  put({
    ...taskKey(company, task),
    kind: 'deferred-task',
    row: task,
    ...(data && { data }),
    ...due(QUEUE, task.id, instantIn(seconds)),
  });

/** The data of a task; undefined if the task is done. */
export const readTask = async <T>(company: CompanyId, task: DeferredTask): Promise<T | undefined> =>
  (await getItem<Item & { data: T }>(taskKey(company, task)))?.data;

/** Lets the transaction pass only while the task is there and the condition holds of it. */
export const taskStill = (company: CompanyId, task: DeferredTask, condition: Condition): Write =>
  check(taskKey(company, task), condition);

/** The write that removes a task: it is done. */
export const taskDone = (company: CompanyId, task: DeferredTask, condition?: Condition): Write =>
  remove(taskKey(company, task), condition);

/** The write that counts a try, and makes the task due again in a number of seconds, unless it was done meanwhile. */
export const postponeTask = (company: CompanyId, task: DeferredTask, seconds: number): Write =>
  update(taskKey(company, task), {
    expression: 'SET dueAt = :at, #row.tries = :tries',
    names: { '#row': 'row' },
    values: { ':at': instantIn(seconds), ':tries': (task.tries ?? 0) + 1 },
    condition: 'attribute_exists(pk)',
  });

/** The write that makes a task never due again, unless it was done meanwhile. A process that does it after all removes it. */
export const parkTask = (company: CompanyId, task: DeferredTask): Write =>
  update(taskKey(company, task), { expression: 'REMOVE duePk, dueAt', condition: 'attribute_exists(pk)' });

/** Tasks that are due now: at most `limit` per partition of the index, oldest first. */
export const dueTasks = (limit?: number): Promise<DeferredTask[]> => dueRows<DeferredTask>(QUEUE, limit);
