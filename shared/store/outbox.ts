import type { QueueMessage } from '../aws/send-message.ts';
import { instantIn } from '../kernel/clock.ts';
import type { ItemKind } from '../vocabulary/item-kinds.ts';
import { due, type DueMark } from './due-work.ts';
import type { Key } from './table.ts';
import { ConditionFailed, transact, update } from './transact.ts';

/**
 * Items serve as the outbox. Each area defines routes: which messages follow a committed change of a kind of item;
 * outbox/dispatch.ts collects them. The table's stream delivers each change at least once, unless a record is given up after its
 * retries or the stream is blocked for longer than its 24 hours of retention. So an item whose work must not be lost also has a
 * mark in the index `due` until its consumer has taken the work (`awaitsDispatch`), and outbox/sweep-undispatched.ts dispatches
 * overdue items again.
 */

/** A change of an item, as a stream record describes it. */
export interface Change {
  before: Record<string, unknown> | undefined;
  after: Record<string, unknown> | undefined;
}

/** A message to a queue, or the start of a state machine's execution under a name that starts it once. */
export type Dispatch = QueueMessage | { machine: StateMachine; execution: string; input: object };

/** The state machines of `statemachines/`. */
export type StateMachine = 'submit-invoice' | 'submit-transport';

/** The messages that follow from changes of items of one kind. */
export interface OutboxRoute {
  kind: ItemKind;
  dispatches(change: Change): Dispatch[];
}

/** For items that are written once: what their creation sets going. Later changes, and expiry, set nothing going. */
export const onCreation =
  (dispatches: (item: Record<string, unknown>) => Dispatch[]) =>
  ({ before, after }: Change): Dispatch[] =>
    after && !before ? dispatches(after) : [];

/** The partitions of index `due` of items that wait to be dispatched. */
export const UNDISPATCHED = 'OUTBOX';

/** Seconds by which the consumer of an item has begun, unless it was lost or its queue is far behind. */
const DISPATCHED_WITHIN = 900;

/**
 * The attributes of an item that waits to be dispatched. Its consumer removes them with the write by which it takes the work: a
 * lease (lease.ts) does so by itself, any other consumer uses `markDispatched`. From then on queue, dead-letter queue or state
 * machine keep the work.
 *
 * @param id spreads the items over the partitions of the index
 * @param delaySeconds that the dispatch itself holds the work back
 */
export const awaitsDispatch = (id: string, delaySeconds = 0): DueMark =>
  due(UNDISPATCHED, id, instantIn(DISPATCHED_WITHIN + delaySeconds));

/** Removes the mark of an item whose consumer has its work. Without effect when it is repeated, or the item is gone. */
export async function markDispatched({ pk, sk }: Key): Promise<void> {
  try {
    await transact([update({ pk, sk }, { expression: 'REMOVE duePk, dueAt', condition: 'attribute_exists(pk)' })]);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}
