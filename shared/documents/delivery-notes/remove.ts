import { releasedNumber } from '#shared/documents/common/numbering.ts';
import { permitted } from '#shared/documents/common/states.ts';
import { deleteWrites } from '#shared/documents/common/store.ts';
import { found } from '#shared/base/kernel/errors.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { type Commit, retryOnContention } from '#shared/platform/store/transact.ts';
import { readDeliveryNote, type StoredDeliveryNote } from './read.ts';
import { DELIVERY_NOTE_STATES } from './states.ts';
import { DELIVERY_NOTES } from './store.ts';

/**
 * Deletes a draft. If it was restored and has a number, that number is never used again.
 *
 * @throws 404; 409 when it is not a draft
 */
export const deleteDeliveryNote = (loaded: StoredDeliveryNote, commit: Commit<void>): Promise<void> =>
  retryOnContention(async attempt => {
    const { companyId, id } = loaded.document;
    const stored = attempt === 0 ? loaded : found(await readDeliveryNote(companyId, id), KINDS.delivery_note.title);
    permitted(DELIVERY_NOTE_STATES, 'delete', stored.document);
    const released = releasedNumber(KINDS.delivery_note, stored.document);
    await commit([...deleteWrites(DELIVERY_NOTES, stored), ...released], undefined);
  });
