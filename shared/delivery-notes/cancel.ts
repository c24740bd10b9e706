import type { Actor } from '../access/model.ts';
import { convertedNumber } from '../documents/convertible/present.ts';
import type { Cancellation } from '../documents/convertible/input.ts';
import { newEvent, personOf } from '../documents/timeline.ts';
import { transition } from '../documents/transition.ts';
import { instant, presentInstantOrNull } from '../kernel/clock.ts';
import { conflict } from '../kernel/errors.ts';
import type { DeliveryNoteDocument } from '../model/convertible/delivery-note.ts';
import type { Commit } from '../store/transact.ts';
import { deliveryNoteNotification } from './notification.ts';
import type { StoredDeliveryNote } from './read.ts';
import { DELIVERY_NOTES } from './store.ts';

/** Voids a note (interface.md §cancel rules). @throws 404; 409 when it is converted or cancelled already */
export function cancelDeliveryNote(
  loaded: StoredDeliveryNote,
  { cancellationReason = null, cancellationNotes = null }: Cancellation,
  by: Actor,
  commit: Commit<StoredDeliveryNote>,
): Promise<StoredDeliveryNote> {
  refuseConverted(loaded);
  return transition(DELIVERY_NOTES, loaded, 'cancel', { commit }, ({ document }) => {
    const at = instant();
    const after: DeliveryNoteDocument = {
      ...document,
      ...{ status: 'cancelled', cancellationReason, cancellationNotes, cancelledAt: at, updatedAt: at },
    };
    const metadata = { cancelledFromStatus: document.status, ...(cancellationReason && { cancellationReason }) };
    return {
      after,
      event: newEvent('cancelled', 'cancelled', 'Delivery note cancelled', personOf(by), metadata),
      notifications: [deliveryNoteNotification('delivery_note.cancelled', after)],
    };
  });
}

/** What the state table cannot know: the number of the invoice, for `details`. @throws 409 */
function refuseConverted({ document, invoice }: StoredDeliveryNote): void {
  const { status, convertedAt, convertedInvoiceId } = document;
  if (status !== 'converted') return;
  throw conflict('Cannot cancel a delivery note in status converted.', {
    ...{ status, reason: 'already_converted', convertedAt: presentInstantOrNull(convertedAt), convertedInvoiceId },
    convertedInvoiceNumber: convertedNumber(invoice),
  });
}
