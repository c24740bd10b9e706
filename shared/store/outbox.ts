import type { QueueMessage } from '../aws/send-message.ts';
import type { ItemKind } from '../vocabulary/item-kinds.ts';

/**
 * Items are the outbox: what has to follow a committed change is said by an area in a route, for the kind of item that it writes, and
 * outbox/dispatch.ts collects the routes. The table's stream brings each change at least once.
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

/** What changes of items of one kind set going. */
export interface OutboxRoute {
  kind: ItemKind;
  dispatches(change: Change): Dispatch[];
}

/** For items that are written once: what their creation sets going. Later changes, and expiry, set nothing going. */
export const onCreation =
  (dispatches: (item: Record<string, unknown>) => Dispatch[]) =>
  ({ before, after }: Change): Dispatch[] =>
    after && !before ? dispatches(after) : [];
