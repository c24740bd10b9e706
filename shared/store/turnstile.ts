import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '../aws/dynamodb.ts';
import { epochSeconds } from '../kernel/clock.ts';
import { unavailable } from '../kernel/errors.ts';
import { getItem } from './read.ts';
import { type Key, tableName } from './table.ts';
import { ConditionFailed, update, type Write } from './transact.ts';

/**
 * Where many decisions crowd in on one item, each that commits makes all others fail that were on their way: n decisions cost
 * n²/2 transactions. The turnstile has those that failed once queue up, by a ticket of one atomic addition, and go one at a time:
 * n decisions cost 2n. It is advice only: the conditions of the transactions keep order also when a holder of a ticket dies, and
 * those behind it go on after a moment. Whoever meets no contention never touches it.
 */
interface Turnstile extends Key {
  tickets: number;
  served?: number;
}

/** How long the queue may stand still before the next in line takes it for abandoned; those behind wait longer (milliseconds). */
const PATIENCE = 1_500;
const MORE_PATIENCE = 300;
/** The item is of no use when nobody has queued for this long (seconds). */
const KEPT = 3_600;
const MOST_TRIES = 40;

/** The write that lets the next one pass. */
const passing = (key: Key, ticket: number): Write =>
  update(key, { expression: 'SET served = :ticket', values: { ':ticket': ticket } });

async function drawTicket(key: Key): Promise<Turnstile> {
  const { Attributes } = await dynamodb().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: key,
      UpdateExpression: 'ADD tickets :one SET kind = :kind, expiresAt = :expires',
      ExpressionAttributeValues: { ':one': 1, ':kind': 'turnstile', ':expires': epochSeconds() + KEPT },
      ReturnValues: 'ALL_NEW',
    }),
  );
  return Attributes as Turnstile;
}

/** What one ticket is taken to last until the queue has been seen to move, and the longest time between two looks (milliseconds). */
const FIRST_PACE = 15;
const LONGEST_PAUSE = 1_000;

/**
 * How long to wait before the next look (milliseconds). Those next in line look often; those behind them sleep for most of what the
 * queue before them is going to take, so that a long one costs few looks. Pure but for its dice.
 */
export function pauseBefore(ahead: number, pace: number): number {
  const expected = Math.min(LONGEST_PAUSE, Math.max(0, ahead - 2) * pace);
  return 5 + randomInt(20) + (expected * (50 + randomInt(30))) / 100;
}

/** Waits until the tickets before this one were served, or the queue stands still. */
async function untilServed(key: Key, { tickets: ticket, served = 0 }: Turnstile): Promise<void> {
  const startedAt = performance.now();
  let seen = served;
  let movedAt = startedAt;
  while (seen < ticket - 1 && performance.now() - movedAt < PATIENCE + MORE_PATIENCE * (ticket - seen)) {
    const pace = seen > served ? (movedAt - startedAt) / (seen - served) : FIRST_PACE;
    await sleep(pauseBefore(ticket - 1 - seen, pace));
    const now = (await getItem<Turnstile>(key))?.served ?? 0;
    if (now === seen) continue;
    seen = now;
    movedAt = performance.now();
  }
}

/**
 * Runs a decision until its conditions hold: at once, and after a first failure in turn with the others that failed.
 *
 * @param decide is given the number of the try, and writes to put into its transaction.
 * @throws whatever `decide` throws other than `ConditionFailed`; 503 after 40 tries.
 */
export async function decideInTurn<T>(key: Key, decide: (attempt: number, more: Write[]) => Promise<T>): Promise<T> {
  try {
    return await decide(0, []);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
  const turn = await drawTicket(key);
  await untilServed(key, turn);
  try {
    return await persist(attempt => decide(attempt, [passing(key, turn.tickets)]));
  } catch (error) {
    // Refused after all: the next one must not wait for it.
    await dynamodb().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: key,
        UpdateExpression: 'SET served = :ticket',
        ExpressionAttributeValues: { ':ticket': turn.tickets },
      }),
    );
    throw error;
  }
}

/** Tries again while newcomers get in between. */
async function persist<T>(decide: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await decide(attempt);
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      if (attempt >= MOST_TRIES)
        throw unavailable('Too many changes at the same time; try again.', { retryAfter: 1, cause: error });
      await sleep(randomInt(10 + 20 * Math.min(attempt, 10)));
    }
  }
}
