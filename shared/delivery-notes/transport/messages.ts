import type { Actor } from '../../access/model.ts';
import { personOf } from '../../documents/timeline.ts';
import { instant } from '../../kernel/clock.ts';
import { validation } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { PersonRef } from '../../model/document.ts';
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

/** New records and messages, as they wait to be sent. Pure but for ids and the time. */

/** Messages that a record keeps: an item holds 400 KB. */
const MOST_MESSAGES = 100;

/** The authority takes 50 characters. */
const MOST_OF_NUMBER = 36;

/** A record of notes whose transport is to be declared. */
export function newRecord(
  { companyId, declarant }: Pick<TransportRecord, 'companyId' | 'declarant'>,
  parts: TransportPart[],
  { by, vehicle = null }: { by: Actor; vehicle?: TransportRecord['vehicle'] },
): TransportRecord {
  const at = instant();
  const record: TransportRecord = {
    id: newId(),
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

/** The record with one more message that waits to be sent. @throws 422 when it has as many as are kept */
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
    // The number is for people who read the authority's list, the rest distinguishes the messages of one note.
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
 * The record after notes were cancelled whose transport the authority knows: without them the others are declared again; without any note
 * left the whole declaration is taken back, once. However many messages it has: a note may always be cancelled.
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

/** What a request says of a change of vehicle; now where it gives no time. */
export const vehicleChange = ({ vehicleNumber, trailer1, trailer2, changedAt, remark }: VehicleChangeBody): FollowUp => ({
  kind: 'vehicle_change',
  vehicle: vehicleNumber ?? null,
  trailer1: trailer1 ?? null,
  trailer2: trailer2 ?? null,
  changedAt: changedAt ? new Date(changedAt).toISOString() : instant(),
  remark: remark ?? null,
});
