import type { PersonRef } from '#shared/model/document.ts';
import type { PrintOptions } from '#shared/output/pdf/key.ts';
import type { VersionedItem } from '#shared/platform/store/change-item.ts';
import type { EventData } from '#shared/output/webhooks/events.ts';
import type { OutgoingMail } from '../outgoing.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/**
 * Mails with documents (OUT-34 to OUT-56). One item is the history entry that users see, the request to send
 * the mail, and its sending state: so only accepted mails are sent, and every sent mail is in the history.
 */

export const DELIVERY_STATUSES = ['queued', 'sent', 'delivered', 'opened', 'clicked', 'bounced', 'failed', 'spam'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** `documentType` in webhook notifications about mails. */
export type MailedDocument = EventData<'email.delivered'>['documentType'];

export type MailLanguage = 'ro' | 'en';

/** An open or a click of a tracked mail. */
export interface Reading {
  at: string;
  userAgent?: string;
  ipAddress?: string;
  /** Target of a click; absent for an open. */
  link?: string;
}

export interface EmailMetadata {
  userAgent?: string;
  ipAddress?: string;
  opens?: Reading[];
  clicks?: Reading[];
  /** Sent by a schedule, not by a person. */
  automatic?: boolean;
  reminderType?: string;
  /** Of a reminder: days after the due date; negative before it. */
  offsetDays?: number;
}

/** A mail with a document. Its sort key identifies the kind of document. */
export interface DocumentEmail extends OutgoingMail {
  companyId: CompanyId;
  documentId: string;
  to: string;
  cc: string[];
  bcc: string[];
  subject: string;
  /** Light markdown, with variables filled in. */
  body: string;
  language: MailLanguage;
  attachPdf: boolean;
  attachXml: boolean;
  /** How the attached PDF is printed; absent for the defaults. */
  printOptions?: PrintOptions;
  /**
   * A fact about the document that must still be true when the mail is sent, such as the UIT in its text; absent if there is none.
   */
  premise?: string;
  /** Names of the attached files. */
  attachments: string[];
  tracking: boolean;
  /** Whether the sender asked to mail addresses that bounced or unsubscribed before; absent means no. */
  force?: boolean;
  /** Instant at which the mail was accepted. */
  sentAt: string;
  sentBy: PersonRef;
  deliveryStatus: DeliveryStatus;
  openedAt: string | null;
  clickedAt: string | null;
  bouncedAt: string | null;
  bounceReason: string | null;
  metadata: EmailMetadata | null;

  /** Number of failed tries. Each change of it queues the next try. */
  tries: number;
  /** Instant at which an operator had the failed mail sent after all; absent for most. */
  requeuedAt?: string;
}

/** The recipient of a mail to a person who was erased: no mail can be delivered to the domain (RFC 2606). */
export const ERASED_RECIPIENT = 'erased@deleted.invalid';

export type EmailItem = VersionedItem<DocumentEmail>;
