import type { HeaderChange } from '#shared/documents/common/definition.ts';
import { newEvent } from '#shared/documents/common/timeline.ts';
import type { ReceivedNumber } from '#shared/documents/credit-notes/received-numbers.ts';
import { type LockedBy, requireOpenPeriod } from '#shared/documents/fiscal/period-lock.ts';
import { linked, readNamed } from '#shared/documents/invoices/received/link.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { lacksRate } from '#shared/model/exchange-rate.ts';
import type { Invoice, InvoiceDocument } from '#shared/model/invoice.ts';
import type { PersonRef } from '#shared/model/document.ts';
import { invoiceNotification } from '#shared/output/webhooks/notification.ts';
import type { Write } from '#shared/platform/store/transact.ts';

/** What takes the place of a removed purchase: its changes, and the writes of its number and of the period lock. */
interface Successor {
  /** With those that the removal makes. */
  changes: HeaderChange<Invoice>[];
  number: Write[];
  locked: Write[];
}

/**
 * The document that the authority delivered after a purchase was entered by hand (`duplicateOf`): it counts once the purchase is removed, in the
 * month in which it would count if it were delivered now, and linked as then (SET-35, SET-36). Up to two reads for a purchase with such a document
 * alone, and two round trips more if it takes back.
 *
 * @param free the number without the purchase
 * @param removal the period lock, and the change of the invoice that the removed document took back
 * @returns undefined when nothing was delivered
 */
export async function successorOf(
  purchase: InvoiceDocument,
  free: ReceivedNumber,
  by: PersonRef,
  { lock, released = [] }: { lock: LockedBy; released?: HeaderChange<Invoice>[] },
): Promise<Successor | undefined> {
  const entry = free.duplicates.find(({ issueDate }) => issueDate === purchase.issueDate);
  const stored = entry && (await readInvoice(purchase.companyId, entry.id));
  const before = stored?.document;
  if (!before?.received || before.received.duplicateOf !== purchase.id) return undefined;
  const own = { ...free, duplicates: free.duplicates.filter(one => one !== entry) };
  const first = { ...before, received: { ...before.received, duplicateOf: null }, updatedAt: instant() };
  const named = await readNamed(first.companyId, { direction: first.direction, partner: partnerOf(first) }, asDelivered(first));
  const takingBack = named && { ...named, released };
  const { document, changes, events, writes } = await linked(first, own, takingBack, stored?.payments);
  const { after, writes: locked } = await requireOpenPeriod(lock, { before, after: document });
  const event = newEvent<Invoice['status']>(
    'updated',
    null,
    `Counts in place of the ${purchase.imported ? 'imported invoice' : 'purchase that was entered by hand'}`,
    by,
    {
      invoiceId: purchase.id,
    },
  );
  const recorded = [{ event, webhooks: [invoiceNotification('invoice.updated', after)] }, ...events];
  return { changes: [{ before, after, recorded }, ...joined(released, changes)], number: writes, locked };
}

/** The tax number of the other party of a delivered document: on what the company issued, also self-billed by a client, its client. */
const partnerOf = ({ direction, clientId, seller, client }: Invoice): string | null =>
  (direction === 'incoming' && clientId === null ? seller : client)?.cif ?? null;

/** A stored document as `readNamed` takes it. What has VAT in a foreign currency states it in lei too (CIUS-RO, BR-RO-030): its rate follows from it. */
const asDelivered = (document: InvoiceDocument) => ({
  ...document,
  exchangeRate: lacksRate(document) ? null : document.exchangeRate,
});

/** The changes of both, where `next` was decided on what `first` leaves: one for each document, since a transaction writes it once. Pure. */
function joined(first: readonly HeaderChange<Invoice>[], next: readonly HeaderChange<Invoice>[]): HeaderChange<Invoice>[] {
  const earlierOf = ({ before }: HeaderChange<Invoice>) => first.find(one => one.before.id === before.id);
  return [
    ...first.filter(one => !next.some(({ before }) => before.id === one.before.id)),
    ...next.map(change => {
      const earlier = earlierOf(change);
      if (!earlier) return change;
      // Subscribers get the document once, as it is stored.
      const events = earlier.recorded.map(({ event }) => ({ event }));
      return { ...change, before: earlier.before, recorded: [...events, ...change.recorded] };
    }),
  ];
}
