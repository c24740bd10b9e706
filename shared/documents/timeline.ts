import { instant } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import type { Actor } from '../access/model.ts';
import { companyKey, companyScope } from '../store/table.ts';
import { create, type Write } from '../store/transact.ts';
import type { Notification } from '../webhooks/notification.ts';
import type { PersonRef } from '../model/document.ts';
import type { Invoice, InvoiceEvent, InvoiceStatus } from '../model/invoice.ts';
import type { EventType } from '../model/timeline.ts';

/**
 * The timeline of a document, which is also the outbox: an event is an item of the transaction that it tells about, and the
 * table's stream hands it on. `webhooks` names the notifications that follow (completions-documents §7.5).
 */

export const personOf = (actor: Actor): PersonRef => ({ id: actor.userId, name: actor.name, email: actor.email });

/** What acts without a person: answers of the authority, timed work. */
export const SYSTEM: PersonRef = { id: null, name: 'System', email: null };

/** A new timeline entry. */
export const newEvent = (
  type: EventType,
  status: InvoiceStatus | null,
  details: string,
  user: PersonRef | null,
  metadata: Record<string, unknown> | null = null,
): InvoiceEvent => ({ id: newId(), type, status, timestamp: instant(), details, user, metadata });

export const eventSortKey = (invoiceId: string, eventId: string): string => `INV#${invoiceId}#E#${eventId}`;

/**
 * The write of an entry; event ids sort by time. Only documents/store.ts makes it, with the head that holds the hash of the entry.
 *
 * @throws Error for an entry that is not linked to the one before (documents/timeline-hashes.ts)
 */
export function eventWrite(
  invoice: Pick<Invoice, 'companyId' | 'id'>,
  event: InvoiceEvent,
  webhooks: Notification[] = [],
): Write {
  if (!event.hash) throw new Error(`The entry ${event.type} is not linked to the timeline.`);
  return create({
    ...companyKey(companyScope(invoice.companyId), eventSortKey(invoice.id, event.id)),
    kind: 'event',
    data: event,
    document: { kind: 'invoice', id: invoice.id },
    ...(webhooks.length > 0 && { webhooks }),
  });
}
