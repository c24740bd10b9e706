import { newEvent, SYSTEM } from '#shared/documents/common/timeline.ts';
import { uitValidUntil } from '#shared/authority/etransport/validity.ts';
import type { DeliveryNoteDocument } from '#shared/model/convertible/delivery-note.ts';
import type { DocumentEvent } from '#shared/model/timeline.ts';
import { NEVER_SUBMITTED } from '#shared/model/transport.ts';
import type { Notification } from '#shared/output/webhooks/notification.ts';
import { declarationOfRecord, type NotesById, withCorrection } from '../content.ts';
import { withoutNotes } from '../messages.ts';
import { type TransportEventName, transportNotification } from '../notification.ts';
import { type FollowUp, type SentMessage, standingParts, type TransportRecord, withMessage } from '../record.ts';

/** How the final result of a message changes its record and the notes (TRN-32). Pure. */

/** The final result of a message. */
export type Decision =
  /** The authority accepted it; `uit` is set for a declaration. */
  | { state: 'ok'; uit: string | null }
  | { state: 'nok' | 'validation_failed' | 'upload_failed'; errors: string[] }
  /** Its notes were cancelled before it was sent. */
  | { state: 'withdrawn' };

type Failure = Extract<Decision, { errors: string[] }>;

/** A note before and after, with its timeline entry and its webhook notifications. */
export interface NoteChange {
  before: DeliveryNoteDocument;
  after: DeliveryNoteDocument;
  event: DocumentEvent;
  notifications: Notification[];
}

export interface Decided {
  record: TransportRecord;
  notes: NoteChange[];
}

export function decided(
  record: TransportRecord,
  message: SentMessage,
  decision: Decision,
  notes: NotesById,
  at: string,
): Decided {
  const { content } = message;
  const next = withMessage(record, message.id, {
    state: decision.state,
    decidedAt: at,
    errors: 'errors' in decision ? decision.errors : [],
    // The corrected fields are in the notes now, or the correction was rejected.
    content: content.kind === 'correction' ? { ...content, change: null } : content,
  });
  const context = { record: { ...next, updatedAt: at }, message, notes, at };
  if (decision.state === 'ok') return accepted(context, decision.uit);
  if (decision.state === 'withdrawn') return withdrawn(context);
  return content.kind === 'notification' ? notDeclared(context, decision) : failed(context, content.kind, decision);
}

interface Context {
  /** With the final state of the message. */
  record: TransportRecord;
  /** As it was before. */
  message: SentMessage;
  notes: NotesById;
  at: string;
}

/** The notes whose transport fields show this record. */
const shownBy = ({ record, notes }: Context): DeliveryNoteDocument[] =>
  [...notes.values()].filter(note => note.etransportDeclarationId === record.id);

/** Whether a note is still part of the transport: it may have been cancelled, restored or deleted since. */
const stands = ({ id }: TransportRecord, note: DeliveryNoteDocument | undefined): boolean =>
  note !== undefined && (note.status === 'issued' || note.status === 'converted') && (note.transportRecords ?? []).includes(id);

function accepted(context: Context, uit: string | null): Decided {
  switch (context.message.content.kind) {
    case 'notification':
      return declared(context, uit);
    case 'correction':
      return corrected(context, context.message.content);
    case 'deletion':
      return deleted(context);
    case 'confirmation': {
      const { outcome, remark } = context.message.content;
      const record = { ...context.record, confirmation: { outcome, remark, at: context.at } };
      return {
        record,
        notes: changesOfShownNotes(context, note => note, 'Goods of the transport confirmed to the tax authority'),
      };
    }
    case 'vehicle_change':
      return vehicleChanged(context, context.message.content);
  }
}

/** The declaration was accepted. Notes that were cancelled meanwhile are removed with another message. */
function declared(context: Context, uit: string | null): Decided {
  const { message, notes, at } = context;
  const validUntil = validityOf(context.record, notes);
  const record: TransportRecord = { ...context.record, status: 'ok', uit, validUntil };
  const gone = standingParts(record).filter(({ noteId }) => !stands(record, notes.get(noteId)));
  const changes = shownBy(context).map(before => {
    const after: DeliveryNoteDocument = {
      ...before,
      etransportStatus: 'ok',
      etransportUit: uit,
      etransportUploadId: message.uploadId,
      etransportValidUntil: validUntil,
      etransportErrorMessage: null,
      updatedAt: at,
    };
    return change(before, after, ['taxauth_validated', 'Transport declaration accepted', { uit }], 'etransport.accepted');
  });
  const ids = gone.map(({ noteId }) => noteId);
  return { record: ids.length > 0 ? withoutNotes(record, ids, null) : record, notes: changes };
}

const validityOf = (record: TransportRecord, notes: NotesById): string | null =>
  standingParts(record).some(({ noteId }) => notes.has(noteId)) ? uitValidUntil(declarationOfRecord(record, notes)) : null;

/** The declaration was rejected, or could not be sent. */
function notDeclared(context: Context, { state, errors }: Failure): Decided {
  const changes = shownBy(context).map(before => {
    const after: DeliveryNoteDocument = {
      ...before,
      etransportStatus: state,
      etransportErrorMessage: errors.join('\n'),
      etransportUploadId: context.message.uploadId,
      updatedAt: context.at,
    };
    return change(before, after, failureEntry('Transport declaration', state, errors), failureEvent(state));
  });
  return { record: { ...context.record, status: state }, notes: changes };
}

function withdrawn(context: Context): Decided {
  const { record, message, at } = context;
  const changes = shownBy(context).map(before => {
    const after: DeliveryNoteDocument = { ...before, ...NEVER_SUBMITTED, etransportDeclarationId: record.id, updatedAt: at };
    return change(before, after, ['status_change', 'Transport declaration withdrawn before it was sent', null]);
  });
  return message.content.kind === 'notification'
    ? { record: { ...record, status: 'deleted' }, notes: changes }
    : { record, notes: [] };
}

/** A follow-up message failed: the declared transport does not change. */
function failed(context: Context, kind: FollowUp['kind'], { state, errors }: Failure): Decided {
  const what = {
    correction: 'Correction',
    deletion: 'Deletion',
    confirmation: 'Confirmation',
    vehicle_change: 'Change of vehicle',
  };
  const name = `${what[kind]} of the transport`;
  const notes = shownBy(context).map(before =>
    change(
      before,
      { ...before, updatedAt: context.at },
      failureEntry(name, state, errors),
      failureEvent(state),
      errors.join('\n'),
    ),
  );
  return { record: context.record, notes };
}

function corrected(context: Context, content: Extract<SentMessage['content'], { kind: 'correction' }>): Decided {
  const { notes, at } = context;
  const { record, notes: after } = withCorrection(context.record, notes, content);
  const validUntil = validityOf(record, after) ?? record.validUntil;
  const entry: Entry = ['taxauth_validated', 'Correction of the transport accepted', { uit: record.uit }];
  const changes = [...notes.values()].flatMap(before => {
    const next = after.get(before.id) ?? before;
    const shown = before.etransportDeclarationId === record.id;
    if (!shown && next === before) return [];
    const changed = { ...next, ...(shown && { etransportValidUntil: validUntil }), updatedAt: at };
    return [change(before, changed, entry, 'etransport.accepted')];
  });
  return { record: { ...record, validUntil }, notes: changes };
}

/** A cancelled note keeps its identifier, marked as deleted; a note in force can be declared again. */
function deleted(context: Context): Decided {
  const changes = changesOfShownNotes(
    context,
    note =>
      note.status === 'cancelled'
        ? { ...note, etransportDeletedAt: context.at }
        : { ...note, ...NEVER_SUBMITTED, etransportDeclarationId: context.record.id },
    'Transport declaration deleted',
  );
  return { record: { ...context.record, status: 'deleted' }, notes: changes };
}

function vehicleChanged(
  context: Context,
  { vehicle, trailer1, trailer2 }: Extract<SentMessage['content'], { kind: 'vehicle_change' }>,
): Decided {
  const { record } = context;
  // A note's fields show its last declaration only; the vehicle of any other declaration is stored in its record.
  const isOfRecord = record.vehicle !== null || shownBy(context).length === 0;
  const changes = changesOfShownNotes(
    context,
    note =>
      isOfRecord
        ? note
        : { ...note, etransportVehicleNumber: vehicle, etransportTrailer1: trailer1, etransportTrailer2: trailer2 },
    `The transport continues with vehicle ${vehicle}`,
  );
  return { record: isOfRecord ? { ...record, vehicle: { vehicle, trailer1, trailer2 } } : record, notes: changes };
}

/** Changes of the notes that show the record, each with a timeline entry. */
const changesOfShownNotes = (
  context: Context,
  next: (note: DeliveryNoteDocument) => DeliveryNoteDocument,
  details: string,
): NoteChange[] =>
  shownBy(context).map(before =>
    change(before, { ...next(before), updatedAt: context.at }, ['taxauth_validated', details, { uit: context.record.uit }]),
  );

type Entry = ['taxauth_validated' | 'taxauth_rejected' | 'status_change', string, Record<string, unknown> | null];

const failureEntry = (name: string, state: Failure['state'], errors: string[]): Entry => [
  state === 'nok' ? 'taxauth_rejected' : 'status_change',
  { nok: `${name} rejected`, validation_failed: `${name} is not complete`, upload_failed: `${name} could not be sent` }[state],
  { errors },
];

const failureEvent = (state: Failure['state']): TransportEventName =>
  state === 'nok' ? 'etransport.rejected' : 'etransport.failed';

const change = (
  before: DeliveryNoteDocument,
  after: DeliveryNoteDocument,
  [type, details, metadata]: Entry,
  notification?: TransportEventName,
  error?: string,
): NoteChange => ({
  before,
  after,
  event: newEvent(type, after.status, details, SYSTEM, metadata),
  notifications: notification ? [transportNotification(notification, after, error)] : [],
});
