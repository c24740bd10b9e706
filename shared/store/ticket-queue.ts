import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '../aws/dynamodb.ts';
import { epochSeconds } from '../kernel/clock.ts';
import { unavailable } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { log } from '../kernel/log.ts';
import { queryItems } from './read.ts';
import { type Item, type Key, tableName } from './table.ts';
import { ConditionFailed, remove, retryPlainWrite, type Write } from './transact.ts';

/**
 * Fair ticket queue for contended transactions. Where many decisions want the same item at once, each that commits makes all others
 * fail that were on their way: n decisions cost n²/2 transactions. Here those that failed once queue up and go one at a time: n
 * decisions cost a few n.
 *
 * Each ticket is an item of its own, named by its holder and ordered by time. Its holder writes it, waits until no ticket is before
 * it, and removes it in the transaction of its decision. So no two callers write the same item of the queue, a ticket whose write
 * is repeated after a lost answer stays one ticket, and nobody waits for a transaction of somebody else.
 *
 * The queue is advice only: the conditions of the transactions keep the order also when a holder dies. Those behind a ticket that
 * does not move for a while remove it and go on. A decision that meets no contention never touches the queue.
 */

/** How long the first ticket may stay before the next in line takes it for abandoned (milliseconds) ... */
const PATIENCE = 1_500;
/** ... how much longer each one further behind waits, so that one of them acts and not all ... */
const MORE_PATIENCE = 300;
/** ... and the longest that anyone does: an API function has 29 seconds. */
const MOST_PATIENCE = 6_000;
/** A ticket counts for this long (seconds); no function that queues runs longer. */
const KEPT = 60;
const MOST_TRIES = 40;
/** Tickets that one read of the queue returns. A ticket with more before it waits the longest time anyway. */
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

/** The write that gives a ticket back: part of the transaction of its holder's decision. */
const releaseTicket = ({ pk, sk }: Ticket): Write => remove({ pk, sk });

/** The tickets before one, in order. */
async function ticketsBefore(queue: Key, { pk, sk }: Key): Promise<Ticket[]> {
  const found = await queryItems<Ticket>({ partition: pk, between: [`${queue.sk}#`, sk] }, { limit: SEEN });
  return found.filter(ticket => ticket.sk !== sk);
}

/** Takes tickets out of the queue. One that cannot be removed now is passed over later: that fails no decision. */
async function removeTickets(tickets: Key[]): Promise<void> {
  const removals = tickets.map(({ pk, sk }) =>
    retryPlainWrite(() => dynamodb().send(new DeleteCommand({ TableName: tableName(), Key: { pk, sk } }))),
  );
  const failed = (await Promise.allSettled(removals)).find(removal => removal.status === 'rejected');
  if (failed) log.warn('ticket not removed from its queue', { error: (failed.reason as Error).name });
}

/**
 * What one ticket is taken to last until the queue has been seen to move, and the longest time between two looks (milliseconds).
 */
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

/** How long the first ticket may stay until the holder of the ticket behind `ahead` others goes on without it (milliseconds). */
export const patienceBehind = (ahead: number): number => Math.min(MOST_PATIENCE, PATIENCE + MORE_PATIENCE * (ahead - 1));

/** Waits until no ticket is before this one, or the queue stands still: then those before it are removed. */
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
 * Runs a decision until its conditions hold: at once, and after a first failure in turn with the others that failed.
 *
 * @param queue names the queue: what is decided on
 * @param decide is given the number of the try, and writes to put into its transaction.
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
    // Refused after all: the next one must not wait for it.
    await removeTickets([ticket]);
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
