import type { Actor } from '#shared/platform/access/model.ts';
import { nextNumberOf, type Series } from '#shared/records/catalogue/series/store.ts';
import { newEvent, personOf } from '#shared/documents/common/timeline.ts';
import { transition } from '#shared/documents/common/transition.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { validation } from '#shared/base/kernel/errors.ts';
import type { DeliveryNoteDocument } from '#shared/model/convertible/delivery-note.ts';
import { NEVER_SUBMITTED } from '#shared/model/transport.ts';
import type { Commit, Write } from '#shared/platform/store/transact.ts';
import type { StoredDeliveryNote } from '../read.ts';
import { DELIVERY_NOTES } from '../store.ts';
import { declarationOfNote } from './declaration.ts';
import { newRecord, withNewMessage } from './messages.ts';
import { transportNotification } from './notification.ts';
import { changeRecord, createRecord, newRecordId, readRecord, type TransportRecord } from './record.ts';

/** The most records that a note may be part of. */
export const MOST_RECORDS = 10;

/**
 * Submits the transport of an issued note (TRN-29 to TRN-37): `etransportStatus` becomes `uploaded`, and the
 * record's new message starts the state machine that validates, sends and waits. One transaction; the authority is not called here.
 *
 * A transport that failed before is submitted again in the same record, whose earlier messages show what the authority may already
 * have.
 *
 * @throws 404; 422 when the note is not issued, is declared or being declared, or has `skipEtransport`
 */
export const submitTransport = (
  loaded: StoredDeliveryNote,
  { by, series, commit }: { by: Actor; series: readonly Series[]; commit: Commit<StoredDeliveryNote> },
): Promise<StoredDeliveryNote> =>
  transition(DELIVERY_NOTES, loaded, 'declare', { commit }, async ({ document }) => {
    const { record, write } = await recordOf(document, by);
    const after = asSubmitted(document, record.id);
    return {
      after,
      event: newEvent('taxauth_submitted', after.status, 'Transport declaration submitted', personOf(by), {
        declarationId: record.id,
      }),
      notifications: [transportNotification('etransport.submitted', after)],
      also: { writes: [write] },
      extras: { nextNumber: nextNumberOf(after, series) },
    };
  });

async function recordOf(note: DeliveryNoteDocument, by: Actor): Promise<{ record: TransportRecord; write: Write }> {
  const earlier = note.etransportDeclarationId ? await readRecord(note.companyId, note.etransportDeclarationId) : undefined;
  // A record of several notes, or of a part of the note, came from another endpoint; here the whole note is declared.
  if (earlier && isOfWhole(earlier.data, note.id)) {
    const record = withNewMessage({ ...earlier.data, status: 'uploaded' }, { kind: 'notification' }, personOf(by));
    return { record, write: changeRecord(earlier, record) };
  }
  const { declarant } = declarationOfNote(note);
  const parts = [{ noteId: note.id, number: note.number, lines: null }];
  const record = newRecord({ id: newRecordId(note), companyId: note.companyId, declarant }, parts, { by });
  return { record, write: createRecord(record) };
}

const isOfWhole = ({ parts, vehicle, status }: TransportRecord, noteId: string): boolean =>
  parts.length === 1 && parts[0]?.noteId === noteId && parts[0].lines === null && vehicle === null && status !== 'deleted';

/**
 * The note with its transport fields set to "being declared in this record".
 *
 * @throws 422 when it would be in more than `MOST_RECORDS`
 */
export function asSubmitted<D extends DeliveryNoteDocument>(note: D, recordId: string): D {
  const at = instant();
  const records = [...(note.transportRecords ?? []).filter(id => id !== recordId), recordId];
  if (records.length > MOST_RECORDS)
    throw validation(`A delivery note has at most ${MOST_RECORDS} declarations.`, { reason: 'too_many_declarations' });
  return {
    ...note,
    ...NEVER_SUBMITTED,
    etransportStatus: 'uploaded',
    etransportSubmittedAt: at,
    etransportDeclarationId: recordId,
    transportRecords: records,
    updatedAt: at,
  };
}
