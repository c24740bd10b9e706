import type { DueMark } from './due-work.ts';
import { getItem } from './read.ts';
import type { Item, Key } from './table.ts';
import { type Condition, put, retryOnContention, transact, type Write } from './transact.ts';

/** An item whose `data` is always replaced as a whole; each change raises its version. */
export interface VersionedItem<T> extends Item {
  version: number;
  data: T;
}

/** The data after a change, and further writes for the same transaction. */
export interface ItemChange<T> {
  after: T;
  /** Other attributes of the item that change too, such as those of indexes or the expiry. */
  attributes?: Partial<Item>;
  also?: Write[];
  /** Adds the item to the index of due work; null removes it from the index; undefined changes nothing there. */
  due?: DueMark | null;
}

/** A condition: the item still has the version that was read. */
export const hasVersion = (version: number): Condition => ({
  expression: '#version = :version',
  names: { '#version': 'version' },
  values: { ':version': version },
});

/**
 * Changes an item with optimistic locking: if another process changed it between read and write, `decide` is called again with its
 * new state.
 *
 * @param decide computes the change from the current item; returns null for no change
 * @param loaded the item if the caller has just read it, so that the first try needs no read
 * @returns the item after the change; undefined when there is none, or nothing was changed
 * @throws whatever `decide` throws, 503 after too many conflicts with other writers
 */
export function changeItem<T>(
  key: Key,
  decide: (data: T) => ItemChange<T> | null | Promise<ItemChange<T> | null>,
  loaded?: VersionedItem<T>,
): Promise<VersionedItem<T> | undefined> {
  return retryOnContention(async attempt => {
    const item = attempt === 0 && loaded ? loaded : await getItem<VersionedItem<T>>({ pk: key.pk, sk: key.sk });
    const change = item && (await decide(item.data));
    if (!item || !change) return undefined;
    const next = changed(item, change);
    await transact([put({ ...next }, hasVersion(item.version)), ...(change.also ?? [])]);
    return next;
  });
}

/** An item after a change. */
export function changed<T>(item: VersionedItem<T>, { after, attributes, due }: ItemChange<T>): VersionedItem<T> {
  const { duePk: _, dueAt: __, ...notDue } = item;
  const base = due === undefined ? item : { ...notDue, ...due };
  return { ...base, ...attributes, version: item.version + 1, data: after };
}
