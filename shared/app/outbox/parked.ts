import { instant } from '#shared/base/kernel/clock.ts';
import { due, dueItems } from '#shared/platform/store/due-work.ts';
import { UNDISPATCHED } from '#shared/platform/store/outbox.ts';
import type { Item, Key } from '#shared/platform/store/table.ts';
import { ConditionFailed, transact, update, type Write } from '#shared/platform/store/transact.ts';
import type { ItemKind } from '#shared/base/vocabulary/item-kinds.ts';

/**
 * Parked items: the sweep dispatched them the maximum number of times, but no consumer confirmed them. They stay in the index
 * `due`, in partitions that no scheduled function reads, until an operator dispatches them again (`npm run redrive -- outbox`).
 */
const PARKED = 'PARKED';

/** The write that parks an item, unless it has changed since it was read. */
export const park = ({ pk, sk, dueAt = '' }: Item): Write =>
  update(
    { pk, sk },
    {
      expression: 'SET duePk = :parked',
      values: { ':parked': due(PARKED, sk, dueAt).duePk, ':read': dueAt },
      condition: 'dueAt = :read',
    },
  );

export interface ParkedItem extends Key {
  kind: ItemKind;
}

/** Sort key after every instant, so that all parked items are listed. */
const ALL = '9';

/** Parked items: at most 1,000 of each partition, oldest first. */
export const parkedItems = async (): Promise<ParkedItem[]> => (await dueItems(PARKED, 1000, ALL)) as unknown as ParkedItem[];

/** Makes the next sweep dispatch a parked item, with its count of tries reset. @returns false when the item is no longer parked */
export async function unpark({ pk, sk }: Key): Promise<boolean> {
  const { duePk, dueAt } = due(UNDISPATCHED, sk, instant());
  try {
    await transact([
      update(
        { pk, sk },
        {
          expression: 'SET duePk = :waits, dueAt = :now REMOVE dispatches',
          values: { ':waits': duePk, ':now': dueAt, ':parked': PARKED },
          condition: 'begins_with(duePk, :parked)',
        },
      ),
    ]);
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
}
