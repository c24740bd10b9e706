import { instant, instantIn } from '#shared/base/kernel/clock.ts';
import { log, withLogFields } from '#shared/base/kernel/log.ts';
import { dueItems } from '#shared/platform/store/due-work.ts';
import { markDispatched, UNDISPATCHED } from '#shared/platform/store/outbox.ts';
import { unlessDamaged } from '#shared/platform/store/packing/damaged.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { type Item, type Key, ownerOf } from '#shared/platform/store/table.ts';
import { ConditionFailed, transact, update, type Write } from '#shared/platform/store/transact.ts';
import { dispatch, dispatchesOf } from './dispatch.ts';
import { park } from './parked.ts';

/** Seconds until an item is dispatched again, if no consumer has confirmed it by then; doubled each time. */
const FIRST_DELAY = 300;

/** Maximum of repeated dispatches, over about two and a half hours, before an item is parked. */
const MOST_TRIES = 5;

/** Maximum of rounds in one run; each reads up to 50 items of every partition of the index. */
const ROUNDS = 5;

/** An item that waits for dispatch; `dispatches` counts the dispatches by the sweep. */
type Waiting = Item & { dispatches?: number };

/**
 * Dispatches items again that no consumer has confirmed in time: the record of the table's stream was lost, or the queue is far
 * behind. An item is dispatched up to 5 times with exponential backoff, then parked (parked.ts) with an error in the log, which
 * raises an alarm. Consumers are idempotent, so a superfluous dispatch does no harm.
 */
export async function sweepUndispatched(): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const keys = await dueItems(UNDISPATCHED);
    const swept = await Promise.allSettled(keys.map(key => withLogFields(ownerOf(key.pk), () => dispatchAgain(key))));
    // Thrown after all items of the round were tried: one failure does not stop the others, but still fails the scheduled run.
    const failed = swept.find(one => one.status === 'rejected');
    if (failed) throw failed.reason;
    if (!swept.some(one => one.status === 'fulfilled' && one.value)) return;
  }
}

/** @returns false when the index entry was outdated, or the item is damaged: nothing was to be done */
async function dispatchAgain(key: Key): Promise<boolean> {
  const item = await unlessDamaged(key, getItem<Waiting>({ pk: key.pk, sk: key.sk }));
  if (item === 'damaged' || !item?.duePk?.startsWith(`${UNDISPATCHED}#`) || !item.dueAt || item.dueAt > instant()) return false;
  const change = { before: undefined, after: { ...item } };
  const { kind, dispatches = 0 } = item;
  if (dispatchesOf(change).length === 0) {
    await markDispatched(item);
  } else if (dispatches >= MOST_TRIES) {
    if (await unlessChanged(park(item)))
      log.error(`Item parked after ${MOST_TRIES} dispatches`, new Error('Nobody took its work.'), { kind, id: item.sk });
  } else {
    const next = instantIn(FIRST_DELAY * 2 ** dispatches);
    if (!(await unlessChanged(postpone(item, dispatches, next)))) return true;
    log.warn('Item dispatched again', { kind, id: item.sk, dispatches: dispatches + 1 });
    await dispatch(change);
    // An execution that has started guarantees its work, and may wait before its first task; a message is confirmed by its consumer.
    if (dispatchesOf(change).every(one => 'machine' in one)) await unlessChanged(confirmed(item, next));
  }
  return true;
}

/**
 * The write that counts a dispatch and schedules the next one. It commits before the dispatch: of concurrent sweeps only one
 * dispatches, and an item whose dispatch always fails is parked eventually.
 */
const postpone = ({ pk, sk, dueAt }: Waiting, dispatches: number, next: string): Write =>
  update(
    { pk, sk },
    {
      expression: 'SET dueAt = :next, dispatches = :dispatches',
      values: { ':next': next, ':dispatches': dispatches + 1, ':read': dueAt },
      condition: 'dueAt = :read',
    },
  );

/** The write that removes the mark of an item, unless the item has got other work meanwhile. */
const confirmed = ({ pk, sk }: Waiting, next: string): Write =>
  update({ pk, sk }, { expression: 'REMOVE duePk, dueAt', values: { ':next': next }, condition: 'dueAt = :next' });

/** Writes to an item, unless it has changed since it was read. @returns false when it has */
async function unlessChanged(write: Write): Promise<boolean> {
  try {
    await transact([write]);
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
}
