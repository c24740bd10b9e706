import { instantOfId, sha256 } from '#shared/base/kernel/ids.ts';
import type { StoredNotification } from '#shared/output/webhooks/notification.ts';

/** An item that contains events: entries of a document's timeline, or a notification that belongs to no timeline. */
export interface ItemWithEvents {
  sk?: string;
  data?: { timestamp?: string }[];
  webhooks?: StoredNotification[];
}

/** An event as it was committed; `data` is JSON text. */
export interface CommittedEvent {
  id: string;
  type: string;
  createdAt: string;
  data: string;
}

/** The id of an item with events, a UUID v7. */
const idOf = ({ sk }: ItemWithEvents): string => sk?.split('#').at(-1) ?? '';

/** The part of an event's id that is that of its item: only the last group may differ. */
export const sharedPart = (eventId: string): string => eventId.slice(0, 24);

/** The id of an item's event: the item's own id for the first; for further ones, the same id with a derived last group. */
export const eventId = (id: string, place: number): string =>
  place === 0 ? id : `${sharedPart(id)}${sha256(`${id} ${place}`).slice(0, 12)}`;

/** The events of an item, in their order. */
export function eventsOf(item: ItemWithEvents): CommittedEvent[] {
  const createdAt = item.data?.[0]?.timestamp ?? instantOfId(idOf(item));
  return (item.webhooks ?? []).map(({ type, data }, place) => ({ id: eventId(idOf(item), place), type, createdAt, data }));
}
