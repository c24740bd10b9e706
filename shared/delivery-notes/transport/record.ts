import type { PersonRef } from '../../model/document.ts';
import type { TransportStatus } from '../../model/transport.ts';
import { hasVersion, type VersionedItem } from '../../store/change-item.ts';
import { getItem, getItems } from '../../store/read.ts';
import { awaitsDispatch } from '../../store/outbox.ts';
import { type CompanyId, companyKey, companyScope, type Key } from '../../store/table.ts';
import { create, put, type Write } from '../../store/transact.ts';
import type { TransportBody } from '../input.ts';

/**
 * The record of one transport at the authority: which notes, or which part of them, travel under one identifier (UIT), and every message
 * that was sent about it. A note shows in its own fields how the last one stands. Item `C#<company>` / `TRANSPORT#<id>`.
 */
export interface TransportRecord {
  id: string;
  companyId: string;
  /** Tax number of the company, digits. */
  declarant: string | null;
  /** The notes whose goods travel; the first one gives route, partner and vehicle. */
  parts: TransportPart[];
  /** The vehicle, where it is another than the first note names. */
  vehicle: RecordVehicle | null;
  /** That of the last declaration or correction; `deleted` once the authority has taken the deletion. */
  status: TransportStatus | 'deleted';
  uit: string | null;
  /** The last day of the identifier, `YYYY-MM-DD`. */
  validUntil: string | null;
  /** What the receiver said of the goods, once the authority has taken it. */
  confirmation: { outcome: number; remark: string | null; at: string } | null;
  /** The `validUntil` that its declarer was mailed about. */
  remindedOf?: string;
  /** Oldest first. */
  messages: SentMessage[];
  createdAt: string;
  updatedAt: string;
}

export interface TransportPart {
  noteId: string;
  number: string;
  /** The lines that travel, with how much of them; null: the whole note. */
  lines: PartLine[] | null;
  /** The note was taken out after the transport was declared: it was cancelled. */
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

/** `waiting`: to be sent; `withdrawn`: its notes were cancelled before it was sent. The others are those of a note. */
export type MessageState = 'waiting' | 'withdrawn' | TransportStatus;

/** What a message says beside what its notes state when it is sent. */
export type MessageContent =
  | { kind: 'notification' }
  /** `note` and `change`: what the caller corrects, which the note states once it is accepted; null where a part is taken out. */
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
  /** By which it is found again at the authority when the answer of its upload was lost; at most 50 characters. */
  reference: string;
  state: MessageState;
  /** Who asked for it; null: the service. */
  by: PersonRef | null;
  createdAt: string;
  /** When the upload was begun: from then on the authority may have it. */
  attemptedAt: string | null;
  uploadId: string | null;
  /** Given with the upload; it counts once the message is accepted. */
  uit: string | null;
  decidedAt: string | null;
  /** The authority's, or why it was not sent. */
  errors: string[];
}

/** Input of statemachines/submit-transport.asl.json and of its tasks. */
export interface TransportTask {
  companyId: string;
  recordId: string;
  messageId: string;
}

export type TransportItem = VersionedItem<TransportRecord>;

const recordKey = (company: CompanyId, id: string): Key => companyKey(company, `TRANSPORT#${id}`);

export const readRecord = (company: CompanyId, id: string): Promise<TransportItem | undefined> =>
  getItem<TransportItem>(recordKey(company, id));

/** The records of these ids, in their order; those that are gone are left out. */
export async function readRecords(company: CompanyId, ids: readonly string[]): Promise<TransportItem[]> {
  if (ids.length === 0) return [];
  const items = await getItems<TransportItem>(ids.map(id => recordKey(company, id)));
  return items.filter(item => item !== undefined);
}

const itemOf = (record: TransportRecord, version: number) => ({
  ...recordKey(companyScope(record.companyId), record.id),
  kind: 'transport' as const,
  version,
  data: record,
  ...(record.messages.some(isUnsent) && awaitsDispatch(record.id)),
});

/** Whether the state machine of a message has yet to take it on: the write before its upload says so. */
const isUnsent = ({ state, attemptedAt }: SentMessage): boolean => state === 'waiting' && attemptedAt === null;

/** The write of a new record. */
export const createRecord = (record: TransportRecord): Write => create(itemOf(record, 1));

/** The write of a changed record; it fails when somebody else changed it since. */
export const changeRecord = ({ version }: TransportItem, after: TransportRecord): Write =>
  put(itemOf(after, version + 1), hasVersion(version));

/** A record with one of its messages changed. */
export const withMessage = (record: TransportRecord, id: string, change: Partial<SentMessage>): TransportRecord => ({
  ...record,
  messages: record.messages.map(message => (message.id === id ? { ...message, ...change } : message)),
});

/** The parts that still travel. */
export const standingParts = ({ parts }: TransportRecord): TransportPart[] => parts.filter(part => !part.isRemoved);

/** Whether a message waits for the authority. */
export const isOpen = ({ state }: SentMessage): boolean => state === 'waiting' || state === 'uploaded';

/** Whether any message of the record does. */
export const isUnderWay = ({ messages }: TransportRecord): boolean => messages.some(isOpen);
