import { instant, instantIn } from '../kernel/clock.ts';
import { log, withLogFields } from '../kernel/log.ts';
import { dueItems } from '../store/due-work.ts';
import { markDispatched, UNDISPATCHED } from '../store/outbox.ts';
import { getItem } from '../store/read.ts';
import { type Item, type Key, ownerOf } from '../store/table.ts';
import { ConditionFailed, transact, update, type Write } from '../store/transact.ts';
import { dispatch, dispatchesOf } from './dispatch.ts';
import { park } from './parked.ts';

/** Seconds until an item is dispatched once more, if nobody has its work by then; doubled each time. */
const FIRST_DELAY = 300;

/** Times that an item is dispatched again, within two and a half hours, before it is parked. */
const MOST_TRIES = 5;

/** Looks of one run, each at up to 50 items of every partition of the index. */
const ROUNDS = 5;

/** An item that waits to be dispatched; `dispatches` counts how often the sweep did. */
type Waiting = Item & { dispatches?: number };

/**
 * Dispatches again what should long have been with its consumer: the record of the table's stream was lost, or its queue is far behind.
 * An item is dispatched up to 5 times with exponential backoff, then parked (parked.ts) with an error in the log, which raises an alarm.
 * Consumers are idempotent, so that one dispatch too many does no harm.
 */
export async function sweepUndispatched(): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const keys = await dueItems(UNDISPATCHED);
    const swept = await Promise.allSettled(keys.map(key => withLogFields(ownerOf(key.pk), () => dispatchAgain(key))));
    // One item that cannot be dispatched does not hold back the others; the schedule still fails by it.
    const failed = swept.find(one => one.status === 'rejected');
    if (failed) throw failed.reason;
    if (!swept.some(one => one.status === 'fulfilled' && one.value)) return;
  }
}

/** @returns false when the index lagged: nothing is to be done with the item */
async function dispatchAgain(key: Key): Promise<boolean> {
  const item = await getItem<Waiting>({ pk: key.pk, sk: key.sk });
  if (!item?.duePk?.startsWith(`${UNDISPATCHED}#`) || !item.dueAt || item.dueAt > instant()) return false;
  const change = { before: undefined, after: { ...item } };
  const { kind, dispatches = 0 } = item;
  if (dispatchesOf(change).length === 0) {
    await markDispatched(item);
  } else if (dispatches >= MOST_TRIES) {
    if (await unlessChanged(park(item)))
      log.error(`Item parked after ${MOST_TRIES} dispatches`, new Error('Nobody took its work.'), { kind, id: item.sk });
  } else if (await unlessChanged(postpone(item, dispatches))) {
    log.warn('Item dispatched again', { kind, id: item.sk, dispatches: dispatches + 1 });
    await dispatch(change);
  }
  return true;
}

/** Before it is dispatched, so that of two sweeps at once one dispatches it, and one that cannot be dispatched is parked in the end. */
const postpone = ({ pk, sk, dueAt }: Waiting, dispatches: number): Write =>
  update(
    { pk, sk },
    {
      expression: 'SET dueAt = :next, dispatches = :dispatches',
      values: { ':next': instantIn(FIRST_DELAY * 2 ** dispatches), ':dispatches': dispatches + 1, ':read': dueAt },
      condition: 'dueAt = :read',
    },
  );

/** Writes to an item that still waits as it was read. @returns false when it does not */
async function unlessChanged(write: Write): Promise<boolean> {
  try {
    await transact([write]);
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
}
