import type { PersonRef } from '#shared/model/document.ts';
import type { TransportStatus } from '#shared/model/transport.ts';
import { derivedId, newId } from '#shared/base/kernel/ids.ts';
import type { DeliveryNoteDocument } from '#shared/model/convertible/delivery-note.ts';
import { hasVersion, type VersionedItem } from '#shared/platform/store/change-item.ts';
import { getItem, getItems } from '#shared/platform/store/read.ts';
import { awaitsDispatch } from '#shared/platform/store/outbox.ts';
import { type CompanyId, companyKey, type Key } from '#shared/platform/store/table.ts';
import { create, put, type Write } from '#shared/platform/store/transact.ts';
import type { TransportBody } from '../input.ts';

/**
 * The record of a transport that is declared to the authority: the notes, or parts of notes, under one identifier (UIT), and all
 * messages about it. A note has the state of its last declaration in its own fields. Item `C#<company>` / `TRANSPORT#<id>`.
 */
export interface TransportRecord {
  id: string;
  companyId: CompanyId;
  /** Tax number of the company, digits. */
  declarant: string | null;
  /** The notes whose goods are transported; the first one determines route, partner and vehicle. */
  parts: TransportPart[];
  /** The vehicle, if it differs from that of the first note. */
  vehicle: RecordVehicle | null;
  /**
   * The status of the declaration; `deleted` once the authority has accepted the deletion. Failed follow-up messages do not change
   * it.
   */
  status: TransportStatus | 'deleted';
  uit: string | null;
  /** The last day of the identifier, `YYYY-MM-DD`. */
  validUntil: string | null;
  /** The receiver's confirmation, once the authority has accepted it; `outcome` is the authority's code. */
  confirmation: { outcome: number; remark: string | null; at: string } | null;
  /** The `validUntil` for which the reminder was mailed. */
  remindedOf?: string;
  /** Oldest first. */
  messages: SentMessage[];
  createdAt: string;
  updatedAt: string;
}

export interface TransportPart {
  noteId: string;
  number: string;
  /** The lines that are transported, with quantities; null: the whole note. */
  lines: PartLine[] | null;
  /** The note was cancelled after the transport was declared. */
  isRemoved?: true;
}

/** Decimal strings; weights in kilograms, the value in lei. */
export interface PartLine {
  lineId: string;
  quantity: string;
  netWeight: string | null;
  grossWeight: string | null;
  valueWithoutVat: string | null;
}

export interface RecordVehicle {
  vehicle: string | null;
  trailer1: string | null;
  trailer2: string | null;
}

/**
 * `waiting`: to be sent; `withdrawn`: its notes were cancelled before it was sent. The others are as in `etransportStatus` of a
 * note.
 */
export type MessageState = 'waiting' | 'withdrawn' | TransportStatus;

/** The content of a message, in addition to the data that is read from its notes when it is sent. */
export type MessageContent =
  | { kind: 'notification' }
  /**
   * `change`: the corrected fields, written to `note` once the authority has accepted them. Both null if a note is only removed.
   */
  | { kind: 'correction'; note: string | null; change: TransportBody | null }
  | { kind: 'deletion' }
  | { kind: 'confirmation'; outcome: number; remark: string | null }
  | ({ kind: 'vehicle_change'; changedAt: string; remark: string | null } & RecordVehicle);

/** The messages that may follow an accepted declaration. */
export type FollowUp = Exclude<MessageContent, { kind: 'notification' }>;

/** A message to the authority and its state. */
export interface SentMessage {
  id: string;
  content: MessageContent;
  /** Finds the message in the authority's list if the answer to its upload was lost; at most 50 characters. */
  reference: string;
  state: MessageState;
  /** The user who requested it; null: the service. */
  by: PersonRef | null;
  createdAt: string;
  /** When the upload was started: from then on the authority may have the message. */
  attemptedAt: string | null;
  uploadId: string | null;
  /** The identifier in the answer to the upload; valid once the message is accepted. */
  uit: string | null;
  decidedAt: string | null;
  /** Errors of the authority, or the reason why it was not sent. */
  errors: string[];
}

/** Input of statemachines/submit-transport.asl.json and of its tasks. */
export interface TransportTask {
  companyId: CompanyId;
  recordId: string;
  messageId: string;
}

export type TransportItem = VersionedItem<TransportRecord>;

export const recordKey = (company: CompanyId, id: string): Key => companyKey(company, `TRANSPORT#${id}`);

/** The id of the first record of a note: it can be read beside the note. */
export const firstRecordId = (noteId: string): string => derivedId(noteId, 'transport');

/** The id of a new record, of which the note is the first: a note may be declared again, or in several records. */
export const newRecordId = ({ id, transportRecords = [], pastTransportRecords = [] }: DeliveryNoteDocument): string =>
  transportRecords.length + pastTransportRecords.length === 0 ? firstRecordId(id) : newId();

export const readRecord = (company: CompanyId, id: string): Promise<TransportItem | undefined> =>
  getItem<TransportItem>(recordKey(company, id));

/** The records with these ids, in the same order; those that do not exist are left out. */
export async function readRecords(company: CompanyId, ids: readonly string[]): Promise<TransportItem[]> {
  if (ids.length === 0) return [];
  const items = await getItems<TransportItem>(ids.map(id => recordKey(company, id)));
  return items.filter(item => item !== undefined);
}

const itemOf = (record: TransportRecord, version: number) => ({
  ...recordKey(record.companyId, record.id),
  kind: 'transport' as const,
  version,
  data: record,
  ...(record.messages.some(isUnsent) && awaitsDispatch(record.id)),
});

/** Whether the upload of a message has not been started. */
const isUnsent = ({ state, attemptedAt }: SentMessage): boolean => state === 'waiting' && attemptedAt === null;

export const createRecord = (record: TransportRecord): Write => create(itemOf(record, 1));

/** The write of a changed record; its condition fails if the record was changed since it was read. */
export const changeRecord = ({ version }: TransportItem, after: TransportRecord): Write =>
  put(itemOf(after, version + 1), hasVersion(version));

/** The record with one of its messages changed. */
export const withMessage = (record: TransportRecord, id: string, change: Partial<SentMessage>): TransportRecord => ({
  ...record,
  messages: record.messages.map(message => (message.id === id ? { ...message, ...change } : message)),
});

/** The parts whose notes are not cancelled. */
export const standingParts = ({ parts }: TransportRecord): TransportPart[] => parts.filter(part => !part.isRemoved);

/** Whether a message is waiting to be sent or for the authority's answer. */
export const isOpen = ({ state }: SentMessage): boolean => state === 'waiting' || state === 'uploaded';

/** Whether any message of the record is open. */
export const isUnderWay = ({ messages }: TransportRecord): boolean => messages.some(isOpen);
