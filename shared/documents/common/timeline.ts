import { instant } from '#shared/base/kernel/clock.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import { awaitsPublication } from '#shared/platform/access/webhook-flag.ts';
import { companyKey } from '#shared/platform/store/table.ts';
import { toPacked } from '#shared/platform/store/packing/packed.ts';
import { create, type Write } from '#shared/platform/store/transact.ts';
import { eventIndex, type EventRow } from '#shared/output/webhooks/event-index.ts';
import { storedNotification } from '#shared/output/webhooks/notification.ts';
import type { DocumentHeader, PersonRef } from '#shared/model/document.ts';
import type { DocumentEvent, EventType } from '#shared/model/timeline.ts';
import type { Recorded } from './definition.ts';
import { documentSortKey, type ItemNames } from './items.ts';

/**
 * The timeline of a document, which is also the transactional outbox: an event is written in the transaction of the change that it
 * records, and the table's stream delivers it to the publisher. `webhooks` are the notifications to send (WHK-36).
 */

export const personOf = (actor: Actor): PersonRef => ({ id: actor.userId, name: actor.name, email: actor.email });

/** The actor of events without a user: answers of the tax authority, scheduled work. */
export const SYSTEM: PersonRef = { id: null, name: 'System', email: null };

export const newEvent = <Status extends string = never>(
  type: EventType,
  status: Status | null,
  details: string,
  user: PersonRef | null,
  metadata: Record<string, unknown> | null = null,
): DocumentEvent<Status> => ({ id: newId(), type, status, timestamp: instant(), details, user, metadata });

/** Ids of entries sort by time, so they are read in the order in which they were written. @param first id of the first entry of a change */
export const entriesSortKey = (kind: ItemNames, documentId: string, first: string): string =>
  documentSortKey(kind, documentId, 'E', first);

/**
 * The write of the entries of one change: one item, under the id of the first. Call it from store.ts only, which also writes the header
 * with the hash of the entries.
 */
export function entriesWrite(
  kind: ItemNames,
  { companyId, id }: Pick<DocumentHeader, 'companyId' | 'id'>,
  recorded: readonly Recorded[],
): Write {
  const first = recorded[0]?.event.id ?? '';
  const webhooks = recorded.flatMap(one => one.webhooks ?? []);
  return create({
    ...companyKey(companyId, entriesSortKey(kind, id, first)),
    kind: 'event',
    data: toPacked(recorded.map(({ event }) => event)),
    row: { kind: kind.item, id } satisfies EventRow,
    ...(webhooks.length > 0 && {
      webhooks: toPacked(webhooks.map(storedNotification)),
      ...eventIndex(companyId, first, webhooks, { kind: kind.item, id }),
      ...awaitsPublication(companyId, first),
    }),
  });
}
