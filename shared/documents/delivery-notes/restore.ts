import type { Actor } from '#shared/platform/access/model.ts';
import { nextNumberOf, type Series } from '#shared/records/catalogue/series/store.ts';
import { newEvent, personOf } from '#shared/documents/common/timeline.ts';
import { transition } from '#shared/documents/common/transition.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import type { DeliveryNoteDocument } from '#shared/model/convertible/delivery-note.ts';
import { NEVER_SUBMITTED } from '#shared/model/transport.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import type { StoredDeliveryNote } from './read.ts';
import { DELIVERY_NOTES } from './store.ts';

/** How many ids of transport records from before the restore are stored; older ones are dropped. */
const MOST_PAST_RECORDS = 50;

/** Makes a cancelled note a draft again; it keeps its number if it had one. @throws 404; 422 when it is not cancelled */
export const restoreDeliveryNote = (
  loaded: StoredDeliveryNote,
  series: readonly Series[],
  by: Actor,
  commit: Commit<StoredDeliveryNote>,
): Promise<StoredDeliveryNote> =>
  transition(DELIVERY_NOTES, loaded, 'restore', { commit }, ({ document }) => {
    const after: DeliveryNoteDocument = {
      ...document,
      ...{ status: 'draft', cancellationReason: null, cancellationNotes: null, cancelledAt: null, issuedAt: null },
      // The declaration belonged to the cancelled note; its records stay readable.
      ...NEVER_SUBMITTED,
      transportRecords: [],
      pastTransportRecords: [...(document.pastTransportRecords ?? []), ...(document.transportRecords ?? [])].slice(
        -MOST_PAST_RECORDS,
      ),
      updatedAt: instant(),
    };
    return {
      after,
      event: newEvent('status_change', 'draft', 'Delivery note restored to draft', personOf(by)),
      extras: { nextNumber: nextNumberOf(after, series) },
    };
  });
