import type { PersonRef } from '../../model/document.ts';
import type { PrintOptions } from '../../pdf/key.ts';
import type { VersionedItem } from '../../store/change-item.ts';
import type { EventData } from '../../webhooks/events.ts';
import type { OutgoingMail } from '../outgoing.ts';

/**
 * Mails with documents (completions-documents §1.10, §1.11, §8). The record is the history that people see, the request to send, and
 * how far its sending came, all in one item: so nothing is sent that was not accepted, and what was sent is known to be.
 */

export const DELIVERY_STATUSES = ['queued', 'sent', 'delivered', 'opened', 'clicked', 'bounced', 'failed', 'spam'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** `documentType` in notifications of webhooks about mails. */
export type MailedDocument = EventData<'email.delivered'>['documentType'];

export type MailLanguage = 'ro' | 'en';

/** What a reader's mail program reported. */
export interface Reading {
  at: string;
  userAgent?: string;
  ipAddress?: string;
  /** Of a click. */
  link?: string;
}

export interface EmailMetadata {
  userAgent?: string;
  ipAddress?: string;
  opens?: Reading[];
  clicks?: Reading[];
  /** Sent by a schedule of ours, and by which. */
  automatic?: boolean;
  reminderType?: string;
  /** Of a reminder: days from the due date. */
  offsetDays?: number;
}

/** A mail with a document; its key says of which kind the document is. */
export interface DocumentEmail extends OutgoingMail {
  companyId: string;
  documentId: string;
  to: string;
  cc: string[];
  bcc: string[];
  subject: string;
  /** Light markdown, its variables filled in. */
  body: string;
  language: MailLanguage;
  attachPdf: boolean;
  attachXml: boolean;
  /** How the attached PDF is printed; absent where as usual. */
  printOptions?: PrintOptions;
  /** What must still be true of the document when the mail is sent, such as the identifier that its text names; absent where there is none. */
  premise?: string;
  /** Names of the attached files. */
  attachments: string[];
  tracking: boolean;
  /** Whether the sender insisted on addresses that bounced before; absent for no. */
  force?: boolean;
  /** When it was accepted. */
  sentAt: string;
  sentBy: PersonRef;
  deliveryStatus: DeliveryStatus;
  openedAt: string | null;
  clickedAt: string | null;
  bouncedAt: string | null;
  bounceReason: string | null;
  metadata: EmailMetadata | null;

  /** Tries that failed. Each sets the next going. */
  tries: number;
}

export type EmailItem = VersionedItem<DocumentEmail>;
