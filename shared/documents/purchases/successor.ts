import type { HeaderChange } from '#shared/documents/common/definition.ts';
import { newEvent } from '#shared/documents/common/timeline.ts';
import type { ReceivedNumber } from '#shared/documents/credit-notes/received-numbers.ts';
import { type LockedBy, requireOpenPeriod } from '#shared/documents/fiscal/period-lock.ts';
import { linked } from '#shared/documents/invoices/received/link.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import type { Invoice, InvoiceDocument } from '#shared/model/invoice.ts';
import type { PersonRef } from '#shared/model/document.ts';
import { invoiceNotification } from '#shared/output/webhooks/notification.ts';
import type { Write } from '#shared/platform/store/transact.ts';

/** What takes the place of a removed purchase: its changes, and the writes of its number and of the period lock. */
interface Successor {
  changes: HeaderChange<Invoice>[];
  number: Write[];
  locked: Write[];
}

/**
 * The document that the authority delivered after a purchase was entered by hand (`duplicateOf`): it counts once the purchase is removed, in the
 * month in which it would count if it were delivered now. Up to two reads, for a purchase with such a document alone.
 *
 * @param free the number without the purchase
 * @returns undefined when nothing was delivered
 */
export async function successorOf(
  purchase: InvoiceDocument,
  free: ReceivedNumber,
  by: PersonRef,
  lock: LockedBy,
): Promise<Successor | undefined> {
  const entry = free.duplicates.find(({ issueDate }) => issueDate === purchase.issueDate);
  const before = entry && (await readInvoice(purchase.companyId, entry.id))?.document;
  if (!before?.received || before.received.duplicateOf !== purchase.id) return undefined;
  const own = { ...free, duplicates: free.duplicates.filter(one => one !== entry) };
  const first = { ...before, received: { ...before.received, duplicateOf: null }, updatedAt: instant() };
  const { document, changes, events, writes } = await linked(first, own, undefined);
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
  return { changes: [{ before, after, recorded }, ...changes], number: writes, locked };
}
