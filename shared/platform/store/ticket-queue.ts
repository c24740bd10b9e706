import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { epochSeconds } from '#shared/base/kernel/clock.ts';
import { unavailable } from '#shared/base/kernel/errors.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { log } from '#shared/base/kernel/log.ts';
import { queryItems } from './read.ts';
import { type Item, type Key, tableName } from './table.ts';
import { ConditionFailed, remove, retryPlainWrite, type Write } from './transact.ts';

/**
 * Fair ticket queue for contended transactions. If many transactions change the same item at once, each commit makes all concurrent
 * ones fail, so n of them cost n²/2 attempts. Here a transaction that has failed once queues up and waits for its turn, so that n
 * of them cost a small multiple of n.
 *
 * Each ticket is an item of its own, with a random name, ordered by time. Its holder writes it, waits until it is the first, and
 * removes it in the transaction itself. So no two callers write the same item of the queue, and a ticket whose write is repeated
 * after a lost response is still one ticket.
 *
 * The queue only reduces contention: correctness depends on the conditions of the transactions alone. If the first ticket does not
 * disappear in time, because its holder has died, those behind it remove it and continue. Without contention the queue is not used.
 */

/** Milliseconds after which the next in line considers the first ticket abandoned ... */
const PATIENCE = 1_500;
/** ... the additional milliseconds for each place further behind, so that they do not all act at once ... */
const MORE_PATIENCE = 300;
/** ... and the maximum: an API function has 29 seconds. */
const MOST_PATIENCE = 6_000;
/** Lifetime of a ticket in seconds; no function that queues runs longer. */
const KEPT = 60;
const MOST_TRIES = 40;
/** The most tickets that a read of the queue returns. A ticket behind more than these waits the maximum time anyway. */
const SEEN = 100;

type Ticket = Item & { expiresAt: number };

const newTicket = (queue: Key): Ticket => ({
  pk: queue.pk,
  sk: `${queue.sk}#${newId()}`,
  kind: 'ticket',
  expiresAt: epochSeconds() + KEPT,
});

/** Writes a ticket at the end of its queue. */
async function takeTicket(ticket: Ticket): Promise<void> {
  await dynamodb().send(new PutCommand({ TableName: tableName(), Item: ticket }));
}

/** The write that removes a ticket, for the transaction of its holder. */
const releaseTicket = ({ pk, sk }: Ticket): Write => remove({ pk, sk });

/** The tickets before one, in order. */
async function ticketsBefore(queue: Key, { pk, sk }: Key): Promise<Ticket[]> {
  const found = await queryItems<Ticket>({ partition: pk, between: [`${queue.sk}#`, sk] }, { limit: SEEN });
  return found.filter(ticket => ticket.sk !== sk);
}

/** Removes tickets from the queue. Failures are ignored: those behind such a ticket remove it later. */
async function removeTickets(tickets: Key[]): Promise<void> {
  const removals = tickets.map(({ pk, sk }) =>
    retryPlainWrite(() => dynamodb().send(new DeleteCommand({ TableName: tableName(), Key: { pk, sk } }))),
  );
  const failed = (await Promise.allSettled(removals)).find(removal => removal.status === 'rejected');
  if (failed) log.warn('ticket not removed from its queue', { error: (failed.reason as Error).name });
}

/**
 * The assumed milliseconds per ticket until progress was observed, and the maximum time between two reads of the queue.
 */
const FIRST_PACE = 15;
const LONGEST_PAUSE = 1_000;

/**
 * Milliseconds until the next read of the queue. Those next in line read often; those further behind sleep for most of the expected
 * time, so that a long queue costs few reads. Pure except for its random jitter.
 */
export function pauseBefore(ahead: number, pace: number): number {
  const expected = Math.min(LONGEST_PAUSE, Math.max(0, ahead - 2) * pace);
  return 5 + randomInt(20) + (expected * (50 + randomInt(30))) / 100;
}

/** Milliseconds without progress after which the holder of a ticket behind `ahead` others removes the first one. */
export const patienceBehind = (ahead: number): number => Math.min(MOST_PATIENCE, PATIENCE + MORE_PATIENCE * (ahead - 1));

/** Waits until this ticket is the first. If the queue makes no progress for too long, removes the tickets before it. */
async function untilFirst(queue: Key, ticket: Ticket): Promise<void> {
  const startedAt = performance.now();
  let before = await ticketsBefore(queue, ticket);
  const atFirst = before.length;
  let movedAt = startedAt;
  while (before.length > 0) {
    if (performance.now() - movedAt >= patienceBehind(before.length)) return removeTickets(before);
    const served = atFirst - before.length;
    await sleep(pauseBefore(before.length, served > 0 ? (movedAt - startedAt) / served : FIRST_PACE));
    const now = await ticketsBefore(queue, ticket);
    if (now[0]?.sk !== before[0]?.sk) movedAt = performance.now();
    before = now;
  }
}

/**
 * Runs a decision until its transaction commits: immediately at first, and after a failed condition by the order of the queue.
 *
 * @param queue the key of the queue, named after the contended item
 * @param decide gets the number of the attempt, and writes that it must add to its transaction
 * @throws whatever `decide` throws other than `ConditionFailed`; 503 after 40 tries.
 */
export async function withTicket<T>(queue: Key, decide: (attempt: number, more: Write[]) => Promise<T>): Promise<T> {
  try {
    return await decide(0, []);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
  const ticket = newTicket(queue);
  try {
    await takeTicket(ticket);
    await untilFirst(queue, ticket);
    return await persist(attempt => decide(attempt, [releaseTicket(ticket)]));
  } catch (error) {
    // The decision has failed permanently: the next one must not wait for its ticket.
    await removeTickets([ticket]);
    throw error;
  }
}

/** Retries while callers that do not queue yet commit in between. */
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
