import type { EventRow } from '#shared/output/webhooks/event-index.ts';
import { type Cursor, markOf } from './cursor.ts';
import { eventId } from './item-events.ts';

/**
 * Which events of the list a page has, and where the next one begins. Pure.
 *
 * The list is in the order of ids, which are made before the change is committed; so an event can appear before others that are in the list
 * already. Towards newer ones, a page therefore passes only what is older than `settled`, and remembers what it has returned of the
 * rest: the next page returns what has appeared in between, and nothing twice.
 */

/** Seconds after which no event of a time appears any more: a request ends within 29, and the index follows within one or two. */
export const SETTLED_SECONDS = 120;

/** The most events that a cursor remembers, so that it fits into a query. More are returned when the first ones are settled. */
export const MOST_SEEN = 300;

/** An item with events, as the index shows it. */
export interface Indexed {
  pk: string;
  sk: string;
  /** Its id. */
  gsi1sk: string;
  row: EventRow;
}

export interface Wanted {
  types?: readonly string[] | undefined;
  document?: string | undefined;
  limit: number;
}

/** An event of a page: the item that it is in, and its place there. */
export interface Found {
  item: Indexed;
  place: number;
  id: string;
}

/** A walk along the list, from a cursor on. */
export function walk(from: Cursor, { types, document, limit }: Wanted, settled: string) {
  const { order } = from;
  const seen = new Set(from.seen);
  const found: Found[] = [];
  let after = from.after;
  let hasMore = false;
  let ended = false;

  /** The events of an item that are wanted and not returned yet. */
  const left = (item: Indexed): Found[] => {
    if (document !== undefined && item.row.id !== document) return [];
    const all = (item.row.types ?? []).map((type, place) => ({ type, item, place, id: eventId(item.gsi1sk, place) }));
    const wanted = all.filter(({ type, id }) => (!types || types.includes(type)) && !seen.has(markOf(id)));
    return order === 'asc' ? wanted : wanted.toReversed();
  };

  const passBy = (item: Indexed): void => {
    if (order === 'asc' && item.gsi1sk > settled) return;
    after = item.gsi1sk;
    item.row.types?.forEach((_, place) => seen.delete(markOf(eventId(item.gsi1sk, place))));
  };

  return {
    found,
    /** Takes the next item of the list. @returns false when the page is complete */
    take(item: Indexed): boolean {
      for (const one of left(item)) {
        const isFull = found.length === limit;
        if (isFull || seen.size === MOST_SEEN) {
          hasMore = isFull;
          ended = true;
          return false;
        }
        found.push(one);
        seen.add(markOf(one.id));
      }
      passBy(item);
      return true;
    },
    /** @param isWhole whether the list was walked to its end, unless the page is complete */
    end: (isWhole: boolean): { hasMore: boolean; next: Cursor } => ({
      hasMore: ended ? hasMore : !isWhole,
      next: { order, after, seen: [...seen] },
    }),
  };
}

/** The items that a page has to read of the list, if all events are wanted. */
export const itemsToRead = ({ seen }: Cursor, { limit }: Wanted): number => limit + seen.length + 2;
