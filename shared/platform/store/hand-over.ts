import { instant, instantIn } from '#shared/base/kernel/clock.ts';
import { dueRows } from './due-work.ts';
import type { DueQueue } from '#shared/base/vocabulary/due-work.ts';
import type { Key } from './table.ts';
import { ConditionFailed, transact, update } from './transact.ts';

/** Rows that are read from each index partition in a round, the maximum number of rounds, and rows that are handled in parallel. */
const AT_ONCE = 100;
const ROUNDS = 20;
const SIDE_BY_SIDE = 50;

/** Seconds until an item is due again after its message was sent, in case the message was lost. */
const AGAIN_SECONDS = 1800;

/** A kind of work in the index `due` that a queue's worker does. */
export interface HandedWork<Row> {
  work: DueQueue;
  keyOf(row: Row): Key;
  send(row: Row): Promise<void>;
}

/**
 * Sends one queue message per due item. Each item is first made due again half an hour later and then its message is sent, so that
 * no work is lost if the process dies in between. Messages may be sent twice: the workers are idempotent.
 */
export async function handOverDue<Row>(handed: HandedWork<Row>): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const rows = await dueRows<Row>(handed.work, AT_ONCE);
    let isAnyNew = false;
    for (let first = 0; first < rows.length; first += SIDE_BY_SIDE) {
      const sent = await Promise.all(rows.slice(first, first + SIDE_BY_SIDE).map(row => handOver(handed, row)));
      isAnyNew ||= sent.includes(true);
    }
    if (!isAnyNew) return;
  }
}

/** @returns false if another run has handed the item over or the item has changed: the index is eventually consistent */
async function handOver<Row>({ keyOf, send }: HandedWork<Row>, row: Row): Promise<boolean> {
  try {
    await transact([
      update(keyOf(row), {
        expression: 'SET dueAt = :again',
        values: { ':again': instantIn(AGAIN_SECONDS), ':now': instant() },
        condition: 'dueAt <= :now',
      }),
    ]);
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
  await send(row);
  return true;
}
