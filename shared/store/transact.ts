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
import { dynamodb } from '../aws/dynamodb.ts';
import { isTransient } from '../aws/transient.ts';
import { unavailable } from '../kernel/errors.ts';
import { type Cancellation, isConflict, waitForNextSend } from './resend.ts';
import { type Item, type Key, tableName } from './table.ts';

/** One item write of a transaction. */
export interface Write {
  operation: NonNullable<TransactWriteCommandInput['TransactItems']>[number];
  /**
   * The same write as a call of its own, for a transaction that has no other: half the price. None where only a transaction knows,
   * when its answer was lost, that it was done already (`writeAlone`).
   *
   * @param writeId goes into the item along with a write that has a condition
   */
  alone?: (writeId: string) => PutCommand | UpdateCommand | DeleteCommand;
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

/** The attribute by which a write that was sent alone is recognised: 8 random characters. */
const WRITE_ID = 'writeId';

/** Matches update expressions that are not idempotent. */
const COUNTS_ON = /\b(ADD|DELETE|list_append)\b|[-+]/;

const withWriteId = (expression: string): string => {
  const set = `SET ${WRITE_ID} = :${WRITE_ID}`;
  return /\bSET /.test(expression) ? expression.replace(/\bSET /, `${set}, `) : `${expression} ${set}`;
};

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

const writeOf = (operation: Write['operation'], refused: Write['refused'], alone?: Write['alone']): Write => ({
  operation,
  ...(refused && { refused }),
  ...(alone && { alone }),
});

/** Writes the whole item, if the condition holds of what is there. */
export const put = (item: Item & Record<string, unknown>, condition?: Condition, refused?: Write['refused']): Write => {
  const input = { TableName: tableName(), Item: item, ...conditionOf(condition) };
  return writeOf(
    { Put: input },
    refused,
    writeId => new PutCommand(condition ? { ...input, Item: { ...item, [WRITE_ID]: writeId } } : input),
  );
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
    ...(names && { ExpressionAttributeNames: names }),
    ...(values && { ExpressionAttributeValues: values }),
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
  return writeOf({ Update: input }, refused, COUNTS_ON.test(expression) ? undefined : alone);
};

/** Removes an item; removing what is not there is no error unless the condition says so. */
export const remove = (key: Key, condition?: Condition, refused?: Write['refused']): Write => {
  const input = { TableName: tableName(), Key: key, ...conditionOf(condition) };
  return writeOf({ Delete: input }, refused, condition ? undefined : () => new DeleteCommand(input));
};

/** Only checks that the condition holds of the item. */
export const check = (key: Key, condition: Condition, refused?: Write['refused']): Write => {
  const { expression, names, values } = condition;
  return writeOf(
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

/**
 * Whether nothing can have been written yet. A conflict met by a later send does not tell: an earlier one may have been committed
 * and its answer lost, and a decision made again would then meet its own work. Such a write is sent again until its outcome is
 * known.
 */
const isFirstSend = (error: unknown, attempt: number): boolean =>
  attempt === 0 && ((error as { $metadata?: { attempts?: number } }).$metadata?.attempts ?? 1) === 1;

/** Cancellation reasons that are transient, so that the transaction can be retried. */
const TRANSIENT_REASONS = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);
/**
 * Commits all writes or none. Conflicts with other transactions, throttles and lost answers are sent again with the same
 * client request token, so that a commit whose answer was lost is recognised as our own (10 minutes; quality.md §0.3).
 *
 * @throws the `refused` error of the first write whose condition failed, else `ConditionFailed`; 503 when DynamoDB stays busy.
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
        const found = item && unmarshall(item);
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
 * Sends a write that is a transaction by itself as PutItem, UpdateItem or DeleteItem, again and again like a transaction.
 *
 * These calls have no client request token: when an answer was lost, the condition of the next send fails on what the first one
 * wrote, and the `writeId` of the item that is found shows that the write was ours. Somebody else who changed the item before the
 * next send hides that: the decision is then made again on what is there, as after any other change. Without a condition the write
 * is done again, which leaves the item as this write makes it. What must be done once however often it is sent stays a transaction:
 * updates that count (`COUNTS_ON`), and removals that have a condition, since an item that is gone does not show who removed it.
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
        const found = item && unmarshall(item);
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
 * Sends a PutItem, UpdateItem or DeleteItem on an item that transactions write too. DynamoDB refuses it while one of them is in
 * progress (TransactionConflictException), and the SDK does not send it again: here it is, with exponential backoff and full
 * jitter.
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
 * Runs a decision again when somebody else's write came between its reading and its commit: sleep first, then read again.
 * The wait is measured by how long the decision itself took, and doubles: when many contend for one item,
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
