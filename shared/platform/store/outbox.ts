import type { QueueMessage } from '#shared/platform/aws/queues.ts';
import { instantIn } from '#shared/base/kernel/clock.ts';
import type { ItemKind } from '#shared/base/vocabulary/item-kinds.ts';
import { due, type DueMark } from './due-work.ts';
import type { CompanyId, Key } from './table.ts';
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

/**
 * A message to a queue, the start of a state machine's execution under a name that starts it once, or an invocation of the renderer,
 * which nobody waits for.
 */
export type Dispatch =
  | QueueMessage
  | { machine: StateMachine; execution: string; input: object }
  | { render: { companyId: CompanyId; kind: string; id: string; asNamed: true } };

/** The state machines of `statemachines/`. */
export type StateMachine = 'submit-invoice' | 'submit-transport';

/** The messages that are sent after changes of items of one kind. */
export interface OutboxRoute {
  kind: ItemKind;
  dispatches(change: Change): Dispatch[];
}

/** A route for items that are written once: messages follow their creation only, not later changes or their expiry. */
export const onCreation =
  (dispatches: (item: Record<string, unknown>) => Dispatch[]) =>
  ({ before, after }: Change): Dispatch[] =>
    after && !before ? dispatches(after) : [];

/** The partitions of index `due` of items that wait to be dispatched. */
export const UNDISPATCHED = 'OUTBOX';

/** Seconds within which the consumer of an item normally begins; later, its message may be lost. */
const DISPATCHED_WITHIN = 900;

/**
 * The attributes of an item that waits to be dispatched. Its consumer removes them when it begins: taking a lease (lease.ts)
 * includes that, other consumers call `markDispatched`. From then on the queue, its dead-letter queue or the state machine
 * guarantee that the work is done.
 *
 * @param id spreads the items over the partitions of the index
 * @param delaySeconds by which the dispatch itself delays the work
 */
export const awaitsDispatch = (id: string, delaySeconds = 0): DueMark =>
  due(UNDISPATCHED, id, instantIn(DISPATCHED_WITHIN + delaySeconds));

/** Removes the mark of an item whose consumer has begun. Has no effect if it is repeated or the item does not exist any more. */
export async function markDispatched({ pk, sk }: Key): Promise<void> {
  try {
    await transact([update({ pk, sk }, { expression: 'REMOVE duePk, dueAt', condition: 'attribute_exists(pk)' })]);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}
