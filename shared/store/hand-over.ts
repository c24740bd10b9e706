import { instant, instantIn } from '../kernel/clock.ts';
import { dueRows } from './due-work.ts';
import type { DueQueue } from '../vocabulary/due-work.ts';
import type { Key } from './table.ts';
import { ConditionFailed, transact, update } from './transact.ts';

/** Rows that one run takes from each partition of the index at a time, how often, and how many of them side by side. */
const AT_ONCE = 100;
const ROUNDS = 20;
const SIDE_BY_SIDE = 50;

/** Seconds until what was handed over is due again, if it is still there: its message may be lost. */
const AGAIN_SECONDS = 1800;

/** Work of one kind in the index `due` that is done by a queue's worker. */
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

/** @returns false for what another run has handed over, or what has changed: the index lags */
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
