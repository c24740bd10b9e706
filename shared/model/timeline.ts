import type { PersonRef } from './document.ts';

/** The types of timeline entries (INV-63). */
export const EVENT_TYPES = [
  'created',
  'updated',
  'status_change',
  'issued',
  'taxauth_submitted',
  'taxauth_validated',
  'taxauth_rejected',
  'email_sent',
  'email_failed',
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

/** An entry of a document's timeline. @template Status the statuses of its kind of document */
export interface DocumentEvent<Status extends string = string> {
  id: string;
  type: EventType;
  status: Status | null;
  timestamp: string;
  details: string;
  user: PersonRef | null;
  metadata: Record<string, unknown> | null;
  /** Set on the entry that took a number: its place in the series, and the hash of the entry that took the number before it. */
  series?: { id: string; sequence: number; previousHash: string | null };
  /** The hash of the child record that the entry is about, such as a payment. */
  subjectHash?: string;
  /** Hashes (documents/timeline-hashes.ts): of the previous entry, of the document's content after the event, of this entry. */
  previousHash?: string | null;
  documentHash?: string;
  hash?: string;
}
