import type { Actor } from '../access/model.ts';
import { convertedNumber } from '../documents/convertible/present.ts';
import type { Cancellation } from '../documents/convertible/input.ts';
import { newEvent, personOf } from '../documents/timeline.ts';
import { transition } from '../documents/transition.ts';
import { instant, presentInstantOrNull } from '../kernel/clock.ts';
import { conflict } from '../kernel/errors.ts';
import type { DeliveryNoteDocument } from '../model/convertible/delivery-note.ts';
import { companyScope } from '../store/table.ts';
import type { Commit, Write } from '../store/transact.ts';
import { deliveryNoteNotification } from './notification.ts';
import type { StoredDeliveryNote } from './read.ts';
import { DELIVERY_NOTES } from './store.ts';
import { withoutNotes } from './transport/messages.ts';
import { changeRecord, readRecords, standingParts, type TransportItem } from './transport/record.ts';

/** Voids a note (interface.md §cancel rules). @throws 404; 409 when it is converted or cancelled already */
export function cancelDeliveryNote(
  loaded: StoredDeliveryNote,
  { cancellationReason = null, cancellationNotes = null }: Cancellation,
  by: Actor,
  commit: Commit<StoredDeliveryNote>,
): Promise<StoredDeliveryNote> {
  refuseConverted(loaded);
  return transition(DELIVERY_NOTES, loaded, 'cancel', { commit }, async ({ document }) => {
    const at = instant();
    const records = await readRecords(companyScope(document.companyId), document.transportRecords ?? []);
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
 * Takes the note out of the transports that the authority has accepted: a deletion, or a correction where other notes travel along
 * (decisions.md §e-Transport after acceptance). Those that it has not decided on yet follow with its verdict (transport/decide.ts): they
 * are written as they are, so that a verdict at the same moment, which may not write the note, is decided again on the cancelled note.
 */
const withdrawals = (records: readonly TransportItem[], noteId: string, by: Actor): Write[] =>
  records
    .filter(({ data }) => standingParts(data).some(part => part.noteId === noteId))
    .flatMap(item => {
      if (item.data.status === 'ok') return [changeRecord(item, withoutNotes(item.data, [noteId], personOf(by)))];
      return item.data.status === 'uploaded' ? [changeRecord(item, item.data)] : [];
    });

/** What the state table cannot know: the number of the invoice, for `details`. @throws 409 */
function refuseConverted({ document, invoice }: StoredDeliveryNote): void {
  const { status, convertedAt, convertedInvoiceId } = document;
  if (status !== 'converted') return;
  throw conflict('Cannot cancel a delivery note in status converted.', {
    ...{ status, reason: 'already_converted', convertedAt: presentInstantOrNull(convertedAt), convertedInvoiceId },
    convertedInvoiceNumber: convertedNumber(invoice),
  });
}
