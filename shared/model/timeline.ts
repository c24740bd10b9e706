import type { PersonRef } from './document.ts';

/** The sixteen timeline types of interface.md §Events. */
export const EVENT_TYPES = [
  'created',
  'updated',
  'status_change',
  'issued',
  'taxauth_submitted',
  'taxauth_validated',
  'taxauth_rejected',
  'email_sent',
  'payment_received',
  'payment_deleted',
  'cancelled',
  'restored',
  'pdf_generated',
  'xml_generated',
  'viewed',
  'downloaded',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** An entry of a document's timeline; `Status` are the states of its kind. */
export interface DocumentEvent<Status extends string = string> {
  id: string;
  type: EventType;
  status: Status | null;
  timestamp: string;
  details: string;
  user: PersonRef | null;
  metadata: Record<string, unknown> | null;
  /** Of an issue that took a number: its place in the series, and the hash of the issue before it there. */
  series?: { id: string; sequence: number; previousHash: string | null };
  /** The hash of the record that the entry is about, where that is an item of its own. */
  subjectHash?: string;
  /** The hashes of documents/timeline-hashes.ts: of the entry before, of what the document stated after it, of this entry. */
  previousHash?: string | null;
  documentHash?: string;
  hash?: string;
}
