import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { instantIn } from '#shared/base/kernel/clock.ts';
import { due, dueRows } from './due-work.ts';
import { getItem } from './read.ts';
import { type CompanyId, companyKey, type Item, type Key, tableName } from './table.ts';
import { check, type Condition, put, remove, retryPlainWrite, update, type Write } from './transact.ts';

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
  /** The type of that record, if a worker handles several types, such as kinds of documents. */
  subject?: string;
  /** The version of the record for which the work is done, if the work of a later version is another. */
  version?: number;
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
 * Removes a task whose work is done for a version of its record; a task of a later version stays. One plain deletion: repeating it
 * after a lost response changes nothing.
 */
export async function finishTask(company: CompanyId, task: DeferredTask & { version: number }): Promise<void> {
  const deletion = new DeleteCommand({
    TableName: tableName(),
    Key: taskKey(company, task),
    ConditionExpression: 'attribute_not_exists(pk) OR #row.#version <= :version',
    ExpressionAttributeNames: { '#row': 'row', '#version': 'version' },
    ExpressionAttributeValues: { ':version': task.version },
  });
  try {
    await retryPlainWrite(() => dynamodb().send(deletion));
  } catch (error) {
    if ((error as Error).name !== 'ConditionalCheckFailedException') throw error;
  }
}

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
