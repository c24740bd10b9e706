import type { Actor } from '#shared/platform/access/model.ts';
import { nextNumberOf } from '#shared/records/catalogue/series/store.ts';
import type { ConvertibleContext } from '#shared/documents/common/convertible/context.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { updatedEvent } from '#shared/documents/common/changed-fields.ts';
import { transition } from '#shared/documents/common/transition.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
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
