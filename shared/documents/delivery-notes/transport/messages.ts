import type { Actor } from '#shared/platform/access/model.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { validation } from '#shared/base/kernel/errors.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import type { PersonRef } from '#shared/model/document.ts';
import type { VehicleChangeBody } from './input.ts';
import {
  type FollowUp,
  isOpen,
  type MessageContent,
  type SentMessage,
  standingParts,
  type TransportPart,
  type TransportRecord,
} from './record.ts';

/** Makes new records, and adds messages that wait to be sent. Pure, except for new ids and the current time. */

/** The most messages of a record, so that its item stays below DynamoDB's limit of 400 KB. */
const MOST_MESSAGES = 100;

/** The length of the part of a reference that is the note's number. The authority accepts references of up to 50 characters. */
const MOST_OF_NUMBER = 36;

/** A new record for notes whose transport is to be declared, with its first message. */
export function newRecord(
  { id, companyId, declarant }: Pick<TransportRecord, 'id' | 'companyId' | 'declarant'>,
  parts: TransportPart[],
  { by, vehicle = null }: { by: Actor; vehicle?: TransportRecord['vehicle'] },
): TransportRecord {
  const at = instant();
  const record: TransportRecord = {
    id,
    companyId,
    declarant,
    parts,
    vehicle,
    status: 'uploaded',
    uit: null,
    validUntil: null,
    confirmation: null,
    messages: [],
    createdAt: at,
    updatedAt: at,
  };
  return withNewMessage(record, { kind: 'notification' }, personOf(by));
}

/** The record with one more message to send. @throws 422 when it has `MOST_MESSAGES` already */
export function withNewMessage(record: TransportRecord, content: MessageContent, by: PersonRef | null): TransportRecord {
  if (record.messages.length >= MOST_MESSAGES)
    throw validation(`A declaration has at most ${MOST_MESSAGES} messages.`, { reason: 'too_many_declarations' });
  return withMessageToSend(record, content, by);
}

function withMessageToSend(record: TransportRecord, content: MessageContent, by: PersonRef | null): TransportRecord {
  const at = instant();
  const id = newId();
  const message: SentMessage = {
    id,
    content,
    // The number is for people who look at the authority's list; the rest makes the reference unique among the note's messages.
    reference: `${record.parts[0]?.number.slice(0, MOST_OF_NUMBER) ?? ''}/${id.slice(-12)}`,
    state: 'waiting',
    by,
    createdAt: at,
    attemptedAt: null,
    uploadId: null,
    uit: null,
    decidedAt: null,
    errors: [],
  };
  return { ...record, messages: [...record.messages, message], updatedAt: at };
}

/**
 * The record after some of its notes were cancelled, with the message that tells the authority: a correction with the remaining
 * notes, or a deletion if none remains (and no deletion is under way). `MOST_MESSAGES` does not apply, so that a note can always be
 * cancelled.
 */
export function withoutNotes(record: TransportRecord, noteIds: readonly string[], by: PersonRef | null): TransportRecord {
  const removed: TransportRecord = {
    ...record,
    parts: record.parts.map(part => (noteIds.includes(part.noteId) ? { ...part, isRemoved: true } : part)),
  };
  const isEmpty = standingParts(removed).length === 0;
  const isBeingDeleted = record.messages.some(message => message.content.kind === 'deletion' && isOpen(message));
  if (isEmpty && isBeingDeleted) return { ...removed, updatedAt: instant() };
  return withMessageToSend(removed, isEmpty ? { kind: 'deletion' } : { kind: 'correction', note: null, change: null }, by);
}

/** The message content for a change of vehicle; the time of the change is now if the request has none. */
export const vehicleChange = ({ vehicleNumber, trailer1, trailer2, changedAt, remark }: VehicleChangeBody): FollowUp => ({
  kind: 'vehicle_change',
  vehicle: vehicleNumber ?? null,
  trailer1: trailer1 ?? null,
  trailer2: trailer2 ?? null,
  changedAt: changedAt ? new Date(changedAt).toISOString() : instant(),
  remark: remark ?? null,
});
