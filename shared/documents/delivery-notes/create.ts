import type { Actor } from '#shared/platform/access/model.ts';
import { nextNumberOf } from '#shared/records/catalogue/series/store.ts';
import type { ConvertibleContext } from '#shared/documents/common/convertible/context.ts';
import { permitted } from '#shared/documents/common/states.ts';
import { storeDraft } from '#shared/documents/common/store-draft.ts';
import { newEvent, personOf } from '#shared/documents/common/timeline.ts';
import { invalidFields, validation } from '#shared/base/kernel/errors.ts';
import type { DeliveryNoteDocument } from '#shared/model/convertible/delivery-note.ts';
import type { ProformaDocument } from '#shared/model/convertible/proforma.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import { newDeliveryNote, noteOfProforma, noteOfReturn } from './draft.ts';
import type { DeliveryNoteBody } from './input.ts';
import { deliveryNoteNotification } from './notification.ts';
import type { StoredDeliveryNote } from './read.ts';
import { DELIVERY_NOTE_STATES } from './states.ts';
import { DELIVERY_NOTES } from './store.ts';

/** Creates drafts: from a request, from a proforma, or as the return of another note. */

export interface CreatingNote {
  context: ConvertibleContext;
  by: Actor;
  commit: Commit<StoredDeliveryNote>;
  /** The caller sent `Idempotency-Key`. */
  idempotent: boolean;
}

/** @throws 404, 422 as `draftedWith` */
export const createDeliveryNote = (body: DeliveryNoteBody, creating: CreatingNote): Promise<StoredDeliveryNote> =>
  storeNote(newDeliveryNote(body, creating.context, creating.by), 'Delivery note created', creating);

/**
 * @throws 422 for a proforma that is cancelled, has no lines, or whose client no longer exists (DLN-15)
 */
export function createFromProforma(proforma: ProformaDocument, creating: CreatingNote): Promise<StoredDeliveryNote> {
  const { status, lines } = proforma;
  if (status === 'cancelled') throw validation('The proforma is cancelled.', { status, reason: 'cancelled' });
  if (lines.length === 0) throw invalidFields({ proformaId: ['the proforma has no lines'] });
  if (!creating.context.client) throw invalidFields({ proformaId: ['the client of the proforma no longer exists'] });
  const note = noteOfProforma(proforma, creating.context, creating.by);
  return storeNote(note, `Delivery note created from proforma ${proforma.number}`, creating);
}

/** @throws 422 for a note that is not issued (DLN-31) */
export function createReturn(source: DeliveryNoteDocument, creating: CreatingNote): Promise<StoredDeliveryNote> {
  permitted(DELIVERY_NOTE_STATES, 'return', source);
  const note = noteOfReturn(source, creating.context, creating.by);
  return storeNote(note, `Delivery note created to take back ${source.number}`, creating);
}

function storeNote(
  document: DeliveryNoteDocument,
  details: string,
  { context, by, commit, idempotent }: CreatingNote,
): Promise<StoredDeliveryNote> {
  const recorded = [
    {
      event: newEvent('created', 'draft', details, personOf(by)),
      webhooks: [deliveryNoteNotification('delivery_note.created', document)],
    },
  ];
  const extras = { nextNumber: nextNumberOf(document, context.series) };
  return storeDraft(DELIVERY_NOTES, () => Promise.resolve({ document, recorded, extras }), { commit, idempotent });
}
