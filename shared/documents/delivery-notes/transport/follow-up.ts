import type { Actor } from '#shared/platform/access/model.ts';
import { newEvent, personOf } from '#shared/documents/common/timeline.ts';
import { transition } from '#shared/documents/common/transition.ts';
import { validateMessage } from '#shared/authority/etransport/validate.ts';
import { correctableUntil } from '#shared/authority/etransport/validity.ts';
import { instant, today } from '#shared/base/kernel/clock.ts';
import { type FieldErrors, found, invalidFields, validation } from '#shared/base/kernel/errors.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import type { Commit, Write } from '#shared/platform/store/transact.ts';
import type { DeliveryNoteDocument } from '#shared/model/convertible/delivery-note.ts';
import { readDeliveryNote, type StoredDeliveryNote } from '../read.ts';
import { DELIVERY_NOTES } from '../store.ts';
import { refuseUnknownLines } from './change.ts';
import { messageOf } from './content.ts';
import { withNewMessage, withoutNotes } from './messages.ts';
import { readRecordNotes } from './sending/record-decision.ts';
import {
  changeRecord,
  firstRecordId,
  type FollowUp,
  isUnderWay,
  readRecord,
  type TransportItem,
  type TransportRecord,
} from './record.ts';

const ENTRIES: Record<FollowUp['kind'], string> = {
  correction: 'Correction of the transport submitted',
  deletion: 'Deletion of the transport declaration submitted',
  confirmation: 'Confirmation of the transport submitted',
  vehicle_change: 'Change of vehicle submitted',
};

/** A note, and the record that a message about its transport is most likely to concern. */
export interface DeclaredNote {
  note: StoredDeliveryNote;
  record: TransportItem | undefined;
}

/**
 * Reads a note beside the record that the request names, else beside that of its first declaration. One round trip; a note that was
 * declared again, or is not the first of its transport, takes one more in `queueFollowUp`. @throws 404
 */
export async function readDeclared(
  company: CompanyId,
  noteId: string,
  declarationId: string | null | undefined,
): Promise<DeclaredNote> {
  const [note, record] = await Promise.all([
    readDeliveryNote(company, noteId),
    readRecord(company, declarationId ?? firstRecordId(noteId)),
  ]);
  return { note: found(note, 'Delivery note'), record };
}

/**
 * Queues a message about a transport that the authority has accepted: correction, deletion, change of vehicle, or the receiver's
 * confirmation of the goods. It is checked by the authority's rules here, so that the caller gets the errors. One transaction; the
 * state machine sends the message.
 *
 * Cancelling a note removes it from its transport. Deleting the declaration of a cancelled or restored note repeats that, in case
 * the authority rejected the first message or did not get it: with a deletion if the transport has no other notes, else with a
 * correction.
 *
 * @param declarationId the id of the record; default: the note's last one
 * @throws 404; 422 when the status of the note forbids it, the transport has no valid identifier, the authority has not answered an
 * earlier message, or the message violates a rule
 */
export function queueFollowUp(
  loaded: DeclaredNote,
  content: FollowUp,
  { by, declarationId }: { by: Actor; declarationId: string | undefined },
  commit: Commit<TransportRecord>,
): Promise<TransportRecord> {
  let record: TransportRecord | undefined;
  const commitRecord = (writes: Write[]): Promise<TransportRecord> => commit(writes, record!);
  const action = content.kind === 'deletion' ? 'delete the declaration of' : 'send a follow-up message about';
  return transition(DELIVERY_NOTES, loaded.note, action, { commit: commitRecord }, async ({ document }, attempt) => {
    const item = await declaredRecord(document, content.kind, declarationId, attempt === 0 ? loaded.record : undefined);
    if (content.kind === 'correction') {
      refuseLate(item.data);
      refuseUnknownLines(document.lines, content.change?.lines);
    }
    const isOut = item.data.parts.some(({ noteId, isRemoved }) => noteId === document.id && isRemoved);
    record = isOut ? withoutNotes(item.data, [document.id], personOf(by)) : withNewMessage(item.data, content, personOf(by));
    await refuseInvalid(record, document);
    return {
      after: { ...document, updatedAt: instant() },
      event: newEvent('updated', null, ENTRIES[content.kind], personOf(by), { declarationId: record.id }),
      also: { writes: [changeRecord(item, record)] },
    };
  });
}

/** The record; `read` if that is it. @throws 404; 422 without a valid identifier, or while another message is not answered */
async function declaredRecord(
  { companyId, transportRecords = [], pastTransportRecords = [], etransportDeclarationId }: StoredDeliveryNote['document'],
  kind: FollowUp['kind'],
  declarationId: string | undefined,
  read: TransportItem | undefined,
): Promise<TransportItem> {
  const id = declarationId ?? etransportDeclarationId;
  const known = kind === 'deletion' ? [...transportRecords, ...pastTransportRecords] : transportRecords;
  if (declarationId && !known.includes(declarationId)) found(undefined, 'Transport declaration');
  const item = read?.data.id === id ? read : await (id ? readRecord(companyId, id) : undefined);
  if (item?.data.status !== 'ok' || item.data.uit === null)
    throw validation('The transport has no valid identifier (UIT).', { reason: 'not_declared' });
  if (isUnderWay(item.data))
    throw validation('The tax authority has not answered the last message about the transport yet; try again later.', {
      reason: 'declaration_in_progress',
    });
  return item;
}

/** @throws 422 after the last day for corrections: the 25th of the month after the transport */
function refuseLate({ validUntil }: TransportRecord): void {
  if (validUntil === null) return;
  const last = correctableUntil(validUntil);
  if (today() > last)
    throw validation(`The declaration could be corrected until ${last}.`, {
      reason: 'correction_too_late',
      correctableUntil: last,
    });
}

/** @throws 422 by field, with the rules that the new message violates */
async function refuseInvalid(record: TransportRecord, note: DeliveryNoteDocument): Promise<void> {
  const message = record.messages.at(-1);
  if (!message) return;
  // Only corrections contain data of the notes.
  const notes = message.content.kind === 'correction' ? await readRecordNotes(record, note) : new Map();
  const { errors } = validateMessage(messageOf(record, message, notes, record.uit));
  const fields: FieldErrors = {};
  for (const { field, rule, message: text } of errors) (fields[field ?? 'declaration'] ??= []).push(`[${rule}] ${text}`);
  if (errors.length > 0) throw invalidFields(fields);
}
