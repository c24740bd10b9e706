import type * as z from 'zod';
import { instantIn } from '#shared/base/kernel/clock.ts';
import { firstIdAt } from '#shared/base/kernel/ids.ts';
import { eventsPartition } from '#shared/output/webhooks/event-index.ts';
import { isWhole } from '#shared/platform/store/packing/damaged.ts';
import { getItem, getItems, queryItems, queryPages } from '#shared/platform/store/read.ts';
import type { CompanyId, Item } from '#shared/platform/store/table.ts';
import { payloadOf } from '../deliveries/sign.ts';
import { KEPT_SECONDS, messageKey, type WebhookMessage } from '../deliveries/store.ts';
import { type Cursor, type Order, toText } from './cursor.ts';
import { eventId, eventsOf, type ItemWithEvents, sharedPart } from './item-events.ts';
import type { EventsQuery } from './query.ts';
import type { companyEventSchema } from './schema.ts';
import { type Found, type Indexed, itemsToRead, SETTLED_SECONDS, walk } from './walk.ts';

/** The events of a company, whether it has webhooks or not (WHK-50 to WHK-54). They are read from the items of the changes. */

/** An event as receivers of webhooks get it (WHK-19). */
export type CompanyEvent = z.infer<typeof companyEventSchema>;

export interface EventPage {
  data: CompanyEvent[];
  hasMore: boolean;
  nextCursor: string | null;
}

/** Items of the index that a request with a filter looks at: about 1.5 MB. */
const MOST_ITEMS = 5_000;

/** Sorts after all ids. */
const LAST = 'g';

const oldest = (): string => firstIdAt(instantIn(-KEPT_SECONDS));

const max = (a: string, b: string): string => (a > b ? a : b);
const min = (a: string, b: string): string => (a < b ? a : b);

const beginAt = (order: Order, after: string | null): Cursor => ({ order, after, seen: [] });

/** A page of events. Two round trips. */
export async function pageOfEvents(company: CompanyId, query: EventsQuery): Promise<EventPage> {
  const { types, documentId: document, since, until, limit } = query;
  // Nothing older is listed; and an instant before 1970 has no id, so none may get into a cursor.
  const begin = since ? max(oldest(), firstIdAt(since)) : null;
  // Towards newer events, the cursor itself says from where on: nothing older is returned by a later page either.
  const from = query.cursor ?? (query.order === 'asc' ? beginAt('asc', begin) : beginAt('desc', null));
  const isAscending = from.order === 'asc';
  const walking = walk(from, { types, document, limit }, firstIdAt(instantIn(-SETTLED_SECONDS)));
  const lowest = max(oldest(), begin ?? '');
  const highest = until ? firstIdAt(until, 'f') : LAST;
  const first = isAscending && from.after !== null ? max(lowest, `${from.after}!`) : lowest;
  const last = !isAscending && from.after !== null ? min(highest, from.after) : highest;
  const most = types || document ? MOST_ITEMS : itemsToRead(from, { limit });
  let looked = 0;
  if (first <= last) {
    const range = { partition: eventsPartition(company), between: [first, last] as [string, string] };
    const pages = queryPages<Indexed>(range, { index: 'gsi1', descending: !isAscending, limit: most });
    reading: for await (const page of pages)
      for (const item of page) {
        looked++;
        if (!isWhole(item, 'row')) continue;
        if (item.gsi1sk !== from.after && !walking.take(item)) break reading;
      }
  }
  const { hasMore, next } = walking.end(looked < most);
  return {
    data: await payloads(company, walking.found),
    hasMore,
    nextCursor: isAscending || hasMore ? toText(next) : null,
  };
}

/** The events with their data. One that has a number is returned as its receivers get it. */
async function payloads(company: CompanyId, found: readonly Found[]): Promise<CompanyEvent[]> {
  const [items, messages] = await Promise.all([
    getItems<ItemWithEvents>(
      found.map(({ item }) => item),
      { damaged: 'stored' },
    ),
    // An event without a message has no number (yet): a message that is a second late makes no difference.
    getItems<Item & { data: WebhookMessage }>(
      found.map(({ id }) => messageKey(company, id)),
      { consistent: false, damaged: 'stored' },
    ),
  ]);
  return found.flatMap(({ place }, at) => {
    const message = messages[at];
    const sent = message && isWhole(message, 'data') ? message.data.payload : undefined;
    const text = sent ?? payloadIn(company, items[at], place);
    return text === undefined ? [] : [JSON.parse(text) as CompanyEvent];
  });
}

/** The payload of an event that has no number; undefined when its item is gone or cannot be read. */
function payloadIn(company: CompanyId, item: ItemWithEvents | undefined, place: number): string | undefined {
  const event = item && (item.webhooks === undefined || isWhole(item, 'webhooks')) ? eventsOf(item)[place] : undefined;
  return event && payloadOf({ ...event, data: JSON.parse(event.data) as object, company, sequence: 0 });
}

/** An event by its id; undefined when there is none, or it is no longer kept. */
export async function readEvent(company: CompanyId, id: string): Promise<CompanyEvent | undefined> {
  if (id < oldest()) return undefined;
  const [message, indexed] = await Promise.all([
    getItem<Item & { data: WebhookMessage }>(messageKey(company, id)),
    queryItems<Indexed>({ partition: eventsPartition(company), beginsWith: sharedPart(id) }, { index: 'gsi1' }),
  ]);
  if (message) return JSON.parse(message.data.payload) as CompanyEvent;
  for (const item of indexed) {
    const place = (item.row.types ?? []).findIndex((_, at) => eventId(item.gsi1sk, at) === id);
    if (place < 0) continue;
    const text = payloadIn(company, await getItem({ pk: item.pk, sk: item.sk }), place);
    return text === undefined ? undefined : (JSON.parse(text) as CompanyEvent);
  }
  return undefined;
}
