import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '../aws/dynamodb.ts';
import { isTransient } from '../aws/transient.ts';
import { unavailable } from '../kernel/errors.ts';
import { type Item, type Key, tableName } from './table.ts';

/** One item write of a transaction. */
export interface Write {
  operation: NonNullable<TransactWriteCommandInput['TransactItems']>[number];
  /** Makes the error for a failed condition from the item found (undefined: there was none). Default: `ConditionFailed`. */
  refused?: (found: Record<string, unknown> | undefined) => Error;
  /**
   * Its condition is bound to fail once another transaction has changed the item: when one is in progress, the decision is to be
   * made again (`ConditionFailed`), and not the transaction sent again.
   */
  decidedOn?: true;
}

/**
 * A condition of a transaction did not hold: somebody else wrote first, or is writing now what the decision was made on. `write` is
 * the place in the list of writes.
 */
export class ConditionFailed extends Error {
  readonly write: number;
  readonly found: Record<string, unknown> | undefined;

  constructor(write: number, found: Record<string, unknown> | undefined) {
    super(`Condition of write ${write} failed.`);
    this.name = 'ConditionFailed';
    this.write = write;
    this.found = found;
  }
}

export interface Condition {
  expression: string;
  names?: Record<string, string>;
  values?: Record<string, unknown>;
}

const conditionOf = (condition: Condition | undefined): object =>
  condition
    ? {
        ConditionExpression: condition.expression,
        ...(condition.names && { ExpressionAttributeNames: condition.names }),
        ...(condition.values && { ExpressionAttributeValues: condition.values }),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
      }
    : {};

/** Marks a write whose item the decision was made on, see `Write.decidedOn`. */
export const decidedOn = (write: Write): Write => ({ ...write, decidedOn: true });

const withRefusal = (operation: Write['operation'], refused: Write['refused']): Write =>
  refused ? { operation, refused } : { operation };

/** Writes the whole item, if the condition holds of what is there. */
export const put = (item: Item & Record<string, unknown>, condition?: Condition, refused?: Write['refused']): Write =>
  withRefusal({ Put: { TableName: tableName(), Item: item, ...conditionOf(condition) } }, refused);

/** Writes an item that must not be there yet. */
export const create = (item: Item & Record<string, unknown>, refused?: Write['refused']): Write =>
  put(item, { expression: 'attribute_not_exists(pk)' }, refused);

/** Changes attributes of an item in place. */
export const update = (
  key: Key,
  change: { expression: string; names?: Record<string, string>; values?: Record<string, unknown>; condition?: string },
  refused?: Write['refused'],
): Write =>
  withRefusal(
    {
      Update: {
        TableName: tableName(),
        Key: key,
        UpdateExpression: change.expression,
        ...(change.names && { ExpressionAttributeNames: change.names }),
        ...(change.values && { ExpressionAttributeValues: change.values }),
        ...(change.condition && {
          ConditionExpression: change.condition,
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
        }),
      },
    },
    refused,
  );

/** Removes an item; removing what is not there is no error unless the condition says so. */
export const remove = (key: Key, condition?: Condition, refused?: Write['refused']): Write =>
  withRefusal({ Delete: { TableName: tableName(), Key: key, ...conditionOf(condition) } }, refused);

/** Only checks that the condition holds of the item. */
export const check = (key: Key, condition: Condition, refused?: Write['refused']): Write => {
  const { expression, names, values } = condition;
  return withRefusal(
    {
      ConditionCheck: {
        TableName: tableName(),
        Key: key,
        ConditionExpression: expression,
        ...(names && { ExpressionAttributeNames: names }),
        ...(values && { ExpressionAttributeValues: values }),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
    refused,
  );
};

/** Reasons that say "not now" rather than "not so" (serverless.md §2.6). */
const TRANSIENT_REASONS = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);
/** For throttles and lost answers, of which the SDK has tried four already: 12 sends, none after 8 seconds. */
const MAX_SENDS = 12;
const PATIENCE_MILLIS = 8_000;
/**
 * Conflicts are answered at once, and the item is free again in milliseconds: many callers that want it get it one after the other.
 * Waits stay short, and none is sent again after 15 seconds, since an API call has to answer within 29 (milliseconds).
 */
const MAX_CONFLICTS = 80;
const CONFLICT_PATIENCE_MILLIS = 15_000;
const CONFLICT_WAIT_MILLIS = 500;

interface Cancellation {
  CancellationReasons?: { Code?: string; Item?: Parameters<typeof unmarshall>[0] }[];
}

/** Full jitter: any wait up to a bound that doubles with each try (milliseconds). */
export const jitter = (attempt: number, capMillis = 1_000): Promise<void> =>
  sleep(randomInt(1 + Math.min(capMillis, 20 * 2 ** Math.min(attempt, 10))));

/**
 * Commits all writes or none. Conflicts with other transactions, throttles and lost answers are sent again with the same
 * client request token, so that a commit whose answer was lost is recognised as our own (10 minutes; quality.md §0.3).
 *
 * @throws the `refused` error of the first write whose condition failed, else `ConditionFailed`; 503 when DynamoDB stays busy.
 */
export async function transact(writes: Write[]): Promise<void> {
  const token = randomUUID();
  const startedAt = performance.now();
  for (let attempt = 0; ; attempt++) {
    try {
      await dynamodb().send(
        new TransactWriteCommand({ ClientRequestToken: token, TransactItems: writes.map(write => write.operation) }),
      );
      return;
    } catch (error) {
      const { CancellationReasons: reasons } = error as Cancellation;
      const failed = reasons?.findIndex(reason => reason.Code === 'ConditionalCheckFailed') ?? -1;
      if (failed >= 0) {
        const item = reasons?.[failed]?.Item;
        const found = item && unmarshall(item);
        throw writes[failed]?.refused?.(found) ?? new ConditionFailed(failed, found);
      }
      const taken = reasons?.findIndex(({ Code }, place) => Code === 'TransactionConflict' && writes[place]?.decidedOn) ?? -1;
      if (taken >= 0) throw new ConditionFailed(taken, undefined);
      const transient = reasons ? reasons.some(reason => reason.Code && TRANSIENT_REASONS.has(reason.Code)) : isTransient(error);
      if (!transient) throw error;
      await waitForNextSend(isConflict(error), attempt, startedAt, error);
    }
  }
}

/** Whether DynamoDB refused a write because a transaction on one of its items is in progress: nothing was written. */
const isConflict = (error: unknown): boolean =>
  (error as Error).name === 'TransactionConflictException' ||
  ((error as Cancellation).CancellationReasons ?? []).some(reason => reason.Code === 'TransactionConflict');

/** Waits before a write is sent again, with full jitter. @throws 503 when it was tried for long enough */
async function waitForNextSend(conflict: boolean, attempt: number, startedAt: number, cause: unknown): Promise<void> {
  const passed = performance.now() - startedAt;
  const [sends, patience] = conflict ? [MAX_CONFLICTS, CONFLICT_PATIENCE_MILLIS] : [MAX_SENDS, PATIENCE_MILLIS];
  const patient = attempt + 1 < sends && passed < patience;
  if (!patient) throw unavailable('The service is busy; try again.', { retryAfter: 1, cause });
  await jitter(attempt, conflict ? CONFLICT_WAIT_MILLIS : undefined);
}

/**
 * Sends a PutItem, UpdateItem or DeleteItem on an item that transactions write too. DynamoDB refuses it while one of them is in
 * progress (TransactionConflictException), and the SDK does not send it again: here it is, with exponential backoff and full jitter.
 *
 * A refused write was not done, so this repeats nothing twice, not even an `ADD`. Throttles and lost answers the SDK repeats
 * itself: a write that must not be done twice needs a condition that recognises its own first send.
 *
 * @param send makes and sends the command
 * @throws 503 when the item stays in transactions for 15 seconds; whatever else `send` throws
 */
export async function retryPlainWrite<T>(send: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  for (let attempt = 0; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      if (!isConflict(error)) throw error;
      await waitForNextSend(true, attempt, startedAt, error);
    }
  }
}

/** The longest wait between two tries of a decision (milliseconds). */
const LONGEST_WAIT = 5_000;

/**
 * Runs a decision again when somebody else's write came between its reading and its commit: sleep first, then read again
 * (serverless.md §2.6). The wait is measured by how long the decision itself took, and doubles: when many crowd in on one item,
 * each try takes long, and they spread out until one at a time gets through.
 *
 * @throws whatever `decide` throws other than `ConditionFailed`; 503 after `tries`.
 */
export async function retryOnContention<T>(decide: (attempt: number) => Promise<T>, tries = 40): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    const startedAt = performance.now();
    try {
      return await decide(attempt);
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      if (attempt + 1 >= tries)
        throw unavailable('Too many changes at the same time; try again.', { retryAfter: 1, cause: error });
      const spread = Math.max(10, performance.now() - startedAt) * 2 ** Math.min(attempt, 10);
      await sleep(randomInt(1 + Math.ceil(Math.min(LONGEST_WAIT, spread))));
    }
  }
}

/**
 * How a use case writes: once, at its end, with the result it will return. `defineEndpoint` passes one that puts the answer
 * to an `Idempotency-Key` into the same transaction; workers and tasks pass `commitPlainly`.
 */
export type Commit<R> = (writes: Write[], result: R) => Promise<R>;

/** Commits and returns the result. */
export async function commitPlainly<R>(writes: Write[], result: R): Promise<R> {
  await transact(writes);
  return result;
}
