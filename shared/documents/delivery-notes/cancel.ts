import type { Actor } from '#shared/platform/access/model.ts';
import { convertedNumber } from '#shared/documents/common/convertible/present.ts';
import type { Cancellation } from '#shared/documents/common/convertible/input.ts';
import { newEvent, personOf } from '#shared/documents/common/timeline.ts';
import { transition } from '#shared/documents/common/transition.ts';
import { instant, presentInstantOrNull } from '#shared/base/kernel/clock.ts';
import { conflict } from '#shared/base/kernel/errors.ts';
import type { DeliveryNoteDocument } from '#shared/model/convertible/delivery-note.ts';
import type { Commit, Write } from '#shared/platform/store/transact.ts';
import { deliveryNoteNotification } from './notification.ts';
import type { StoredDeliveryNote } from './read.ts';
import { DELIVERY_NOTES } from './store.ts';
import { withoutNotes } from './transport/messages.ts';
import { changeRecord, readRecords, standingParts, type TransportItem } from './transport/record.ts';

/** Cancels a note (DLN-24 to DLN-26). @throws 404; 409 when it is already converted or cancelled */
export function cancelDeliveryNote(
  loaded: StoredDeliveryNote,
  { cancellationReason = null, cancellationNotes = null }: Cancellation,
  by: Actor,
  commit: Commit<StoredDeliveryNote>,
): Promise<StoredDeliveryNote> {
  refuseConverted(loaded);
  return transition(DELIVERY_NOTES, loaded, 'cancel', { commit }, async ({ document }) => {
    const at = instant();
    const records = await readRecords(document.companyId, document.transportRecords ?? []);
    const after: DeliveryNoteDocument = {
      ...document,
      ...{ status: 'cancelled', cancellationReason, cancellationNotes, cancelledAt: at, updatedAt: at },
    };
    const metadata = { cancelledFromStatus: document.status, ...(cancellationReason && { cancellationReason }) };
    return {
      after,
      event: newEvent('cancelled', 'cancelled', 'Delivery note cancelled', personOf(by), metadata),
      notifications: [deliveryNoteNotification('delivery_note.cancelled', after)],
      also: { writes: withdrawals(records, document.id, by) },
    };
  });
}

/**
 * Removes the note from the transports that the authority has accepted: with a deletion, or with a correction if the transport has
 * other notes (TRN-52 to TRN-54). If the authority has not decided yet, the note is removed when its
 * decision is recorded (transport/sending/decide.ts). Such a record is rewritten unchanged, which only raises its version: a
 * decision that is recorded at the same time then conflicts, and is applied again with the cancelled note.
 */
const withdrawals = (records: readonly TransportItem[], noteId: string, by: Actor): Write[] =>
  records
    .filter(({ data }) => standingParts(data).some(part => part.noteId === noteId))
    .flatMap(item => {
      if (item.data.status === 'ok') return [changeRecord(item, withoutNotes(item.data, [noteId], personOf(by)))];
      return item.data.status === 'uploaded' ? [changeRecord(item, item.data)] : [];
    });

/** Not left to the state table, because `details` has the number of the invoice. @throws 409 when the note is converted */
function refuseConverted({ document, invoice }: StoredDeliveryNote): void {
  const { status, convertedAt, convertedInvoiceId } = document;
  if (status !== 'converted') return;
  throw conflict('Cannot cancel a delivery note in status converted.', {
    ...{ status, reason: 'already_converted', convertedAt: presentInstantOrNull(convertedAt), convertedInvoiceId },
    convertedInvoiceNumber: convertedNumber(invoice),
  });
}
