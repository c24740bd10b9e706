import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import {
  DeleteCommand,
  PutCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { isTransient } from '#shared/platform/aws/transient.ts';
import { unavailable } from '#shared/base/kernel/errors.ts';
import { unpacked } from './packing/packed.ts';
import { type Cancellation, isConflict, waitForNextSend } from './resend.ts';
import { type Item, type Key, tableName } from './table.ts';

/** One item write of a transaction. */
export interface Write {
  operation: NonNullable<TransactWriteCommandInput['TransactItems']>[number];
  /**
   * The same write as a single call, for transactions with only one write: half the cost. Undefined if only a transaction can
   * detect after a lost response that the write was already done (`writeAlone`).
   *
   * @param writeId is stored in the item by writes that have a condition
   */
  alone?: (writeId: string) => PutCommand | UpdateCommand | DeleteCommand;
  /** Creates the error for a failed condition from the stored item (undefined: there is none); by default `ConditionFailed`. */
  refused?: (found: Record<string, unknown> | undefined) => Error;
  /**
   * The condition will fail once a concurrent transaction has changed the item. So on a conflict the transaction is not retried,
   * but `ConditionFailed` is thrown, for the caller to read and decide again.
   */
  decidedOn?: true;
}

/**
 * A condition of a transaction failed: another process has changed the item since the read, or is changing it now. `write` is the
 * index in the list of writes.
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

/** The attribute that identifies a write that was sent as a single call: 8 random characters. */
const WRITE_ID = 'writeId';

/** Matches update expressions that are not idempotent. */
const COUNTS_ON = /\b(ADD|DELETE|list_append)\b|[-+]/;

const withWriteId = (expression: string): string => {
  const set = `SET ${WRITE_ID} = :${WRITE_ID}`;
  return /\bSET /.test(expression) ? expression.replace(/\bSET /, `${set}, `) : `${expression} ${set}`;
};

const conditionOf = ({ expression, names, values }: Condition) => ({
  ConditionExpression: expression,
  ExpressionAttributeNames: names,
  ExpressionAttributeValues: values,
  ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
});

/** Sets `Write.decidedOn`. */
export const decidedOn = (write: Write): Write => ({ ...write, decidedOn: true });

/** Writes the whole item, if the stored item meets the condition. */
export const put = (item: Item & Record<string, unknown>, condition?: Condition, refused?: Write['refused']): Write => {
  const input = { TableName: tableName(), Item: item, ...(condition && conditionOf(condition)) };
  return {
    operation: { Put: input },
    refused,
    alone: writeId => new PutCommand(condition ? { ...input, Item: { ...item, [WRITE_ID]: writeId } } : input),
  };
};

/** Writes an item that must not exist yet. */
export const create = (item: Item & Record<string, unknown>, refused?: Write['refused']): Write =>
  put(item, { expression: 'attribute_not_exists(pk)' }, refused);

/** Updates attributes of an item. */
export const update = (
  key: Key,
  change: { expression: string; names?: Record<string, string>; values?: Record<string, unknown>; condition?: string },
  refused?: Write['refused'],
): Write => {
  const { expression, names, values, condition } = change;
  const input = {
    TableName: tableName(),
    Key: key,
    UpdateExpression: expression,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
    ...(condition && { ConditionExpression: condition, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const }),
  };
  const alone = (writeId: string): UpdateCommand =>
    new UpdateCommand(
      condition
        ? {
            ...input,
            UpdateExpression: withWriteId(expression),
            ExpressionAttributeValues: { ...values, [`:${WRITE_ID}`]: writeId },
          }
        : input,
    );
  return { operation: { Update: input }, refused, alone: COUNTS_ON.test(expression) ? undefined : alone };
};

/** Removes an item. A missing item is an error only if the condition requires one. */
export const remove = (key: Key, condition?: Condition, refused?: Write['refused']): Write => {
  const input = { TableName: tableName(), Key: key, ...(condition && conditionOf(condition)) };
  return { operation: { Delete: input }, refused, alone: condition ? undefined : () => new DeleteCommand(input) };
};

/** Checks that the stored item meets the condition, and changes nothing. */
export const check = (key: Key, condition: Condition, refused?: Write['refused']): Write => ({
  operation: { ConditionCheck: { TableName: tableName(), Key: key, ...conditionOf(condition) } },
  refused,
});

/**
 * Whether nothing can have been written yet. After a retry a conflict proves nothing: an earlier attempt may have been committed
 * and its response lost, so that a new decision would meet its own write. Such a write is retried until its outcome is known.
 */
const isFirstSend = (error: unknown, attempt: number): boolean =>
  attempt === 0 && (error as { $metadata?: { attempts?: number } }).$metadata?.attempts === 1;

/** Cancellation reasons that are transient, so that the transaction can be retried. */
const TRANSIENT_REASONS = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);
/**
 * Commits all writes or none. After conflicts with other transactions, throttling and lost responses it retries with the same
 * client request token, by which DynamoDB recognizes a commit whose response was lost (for 10 minutes).
 *
 * @throws the `refused` error of the first write whose condition failed, else `ConditionFailed`; 503 after too many retries
 */
export async function transact(writes: Write[]): Promise<void> {
  const [first] = writes;
  if (writes.length === 1 && first?.alone) return writeAlone(first, first.alone);
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
        const found = item && unpacked(unmarshall(item));
        throw writes[failed]?.refused?.(found) ?? new ConditionFailed(failed, found);
      }
      const taken = reasons?.findIndex(({ Code }, place) => Code === 'TransactionConflict' && writes[place]?.decidedOn) ?? -1;
      if (taken >= 0 && isFirstSend(error, attempt)) throw new ConditionFailed(taken, undefined);
      const transient = reasons ? reasons.some(reason => reason.Code && TRANSIENT_REASONS.has(reason.Code)) : isTransient(error);
      if (!transient) throw error;
      await waitForNextSend(isConflict(error), attempt, startedAt, error);
    }
  }
}

/**
 * Sends a transaction of one write as PutItem, UpdateItem or DeleteItem, with the same retries as a transaction.
 *
 * These calls have no client request token. If a response was lost, the condition of the retry fails because of the first attempt,
 * and the `writeId` of the stored item shows that the write was done. If another process has changed the item in between, that is
 * not visible: the caller decides again on the new state, as after any other change. Without a condition the write is simply
 * repeated, which is idempotent. Writes that must not be repeated remain transactions: updates that count (`COUNTS_ON`), and
 * removals with a condition, since a missing item does not show who removed it.
 */
async function writeAlone({ refused, decidedOn }: Write, commandOf: NonNullable<Write['alone']>): Promise<void> {
  const writeId = randomBytes(6).toString('base64url');
  const startedAt = performance.now();
  for (let attempt = 0; ; attempt++) {
    try {
      await dynamodb().send(commandOf(writeId) as PutCommand);
      return;
    } catch (error) {
      if ((error as Error).name === 'ConditionalCheckFailedException') {
        const { Item: item } = error as { Item?: Parameters<typeof unmarshall>[0] };
        const found = item && unpacked(unmarshall(item));
        if (found?.[WRITE_ID] === writeId) return;
        throw refused?.(found) ?? new ConditionFailed(0, found);
      }
      if (isConflict(error) && decidedOn && isFirstSend(error, attempt)) throw new ConditionFailed(0, undefined);
      if (!isTransient(error)) throw error;
      await waitForNextSend(isConflict(error), attempt, startedAt, error);
    }
  }
}

/**
 * Retries a PutItem, UpdateItem or DeleteItem, with exponential backoff and full jitter, while transactions on the same item are in
 * progress: DynamoDB refuses it then (TransactionConflictException), and the SDK does not retry that error.
 *
 * A refused write was not done, so the retry cannot do it twice, not even an `ADD`. But the SDK itself retries after throttling and
 * lost responses: a write that must not be done twice needs a condition that fails after its own first attempt.
 *
 * @param send creates and sends the command
 * @throws 503 after 15 seconds of conflicts; any other error of `send`
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

/** The longest wait between two attempts of a decision, in milliseconds. */
const LONGEST_WAIT = 5_000;

/**
 * Repeats a decision, including its reads, if another process has changed the items between its read and its commit. The first wait
 * is as long as the decision took, and doubles each time: under contention attempts take long, and the waits spread them out.
 *
 * @throws any error of `decide` except `ConditionFailed`; 503 after `tries` attempts
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
 * The function by which a use case writes: once, at its end, with the result that it returns. That of `defineEndpoint` stores the
 * response for an `Idempotency-Key` in the same transaction; workers and tasks pass `commitPlainly`.
 */
export type Commit<R> = (writes: Write[], result: R) => Promise<R>;

/** Commits and returns the result. */
export async function commitPlainly<R>(writes: Write[], result: R): Promise<R> {
  await transact(writes);
  return result;
}
