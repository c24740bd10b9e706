import type { Actor } from '#shared/access/model.ts';
import { nextNumberOf } from '#shared/catalogue/series/store.ts';
import type { ConvertibleContext } from '#shared/documents/convertible/context.ts';
import { personOf } from '#shared/documents/timeline.ts';
import { updatedEvent } from '#shared/documents/changed-fields.ts';
import { transition } from '#shared/documents/transition.ts';
import { instant } from '#shared/kernel/clock.ts';
import type { Commit } from '#shared/store/transact.ts';
import { deliveryNoteWith } from './draft.ts';
import type { DeliveryNoteBody } from './input.ts';
import type { StoredDeliveryNote } from './read.ts';
import { DELIVERY_NOTES } from './store.ts';

/** Replaces all fields of a draft. @throws 404, 422 as `draftedWith`; 409 when it is not a draft */
export const updateDeliveryNote = (
  loaded: StoredDeliveryNote,
  body: DeliveryNoteBody,
  context: ConvertibleContext,
  by: Actor,
  commit: Commit<StoredDeliveryNote>,
): Promise<StoredDeliveryNote> =>
  transition(DELIVERY_NOTES, loaded, 'update', { commit }, ({ document }) => {
    const after = { ...deliveryNoteWith(document, body, context), updatedAt: instant() };
    return {
      after,
      event: updatedEvent(document, after, 'Delivery note updated', personOf(by)),
      extras: { nextNumber: nextNumberOf(after, context.series) },
    };
  });
