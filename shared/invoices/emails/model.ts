import { getItem } from '../../store/read.ts';
import { companyKey, type CompanyId, type Item, type Key } from '../../store/table.ts';
import { put, retryOnContention, transact, type Write } from '../../store/transact.ts';
import type { PersonRef } from '../../model/document.ts';

/**
 * Mails with documents (completions-documents §1.10, §1.11, §8). The record is the history that people see, the request to send, and
 * how far its sending came, all in one item: so nothing is sent that was not accepted, and what was sent is known to be.
 */

export const DELIVERY_STATUSES = ['queued', 'sent', 'delivered', 'opened', 'clicked', 'bounced', 'failed', 'spam'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export type MailLanguage = 'ro' | 'en';

/** What a reader's mail program told. */
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
}

export interface InvoiceEmail {
  id: string;
  companyId: string;
  invoiceId: string;
  to: string;
  cc: string[];
  bcc: string[];
  subject: string;
  /** Light markdown, its variables filled in. */
  body: string;
  language: MailLanguage;
  attachPdf: boolean;
  attachXml: boolean;
  /** Names of the attached files. */
  attachments: string[];
  tracking: boolean;
  /** When it was accepted. */
  sentAt: string;
  sentBy: PersonRef;
  deliveryStatus: DeliveryStatus;
  openedAt: string | null;
  clickedAt: string | null;
  bouncedAt: string | null;
  bounceReason: string | null;
  metadata: EmailMetadata | null;

  /** How far its sending came. */
  state: 'pending' | 'sending' | 'sent' | 'failed';
  /** Tries that failed. Each sets the next going (outbox/dispatch.ts). */
  tries: number;
  /** Milliseconds since the epoch until which the worker that sends it has it for itself. */
  leaseUntil: number;
  /** The mail service's id of the message, once it took it. */
  messageId: string | null;
}

export type EmailItem = Item & { data: InvoiceEmail; version: number };

export const emailPrefix = (invoiceId: string): string => `INVMAIL#${invoiceId}#`;

export const emailKey = (company: CompanyId, invoiceId: string, id: string): Key =>
  companyKey(company, `${emailPrefix(invoiceId)}${id}`);

export const emailItem = (company: CompanyId, email: InvoiceEmail): EmailItem & Record<string, unknown> => ({
  ...emailKey(company, email.invoiceId, email.id),
  kind: 'invoice-email',
  version: 1,
  data: email,
});

/** A change of an email, with what must be written along with it; null when there is nothing to change. */
export type EmailChange = { after: InvoiceEmail; also?: Write[] } | null;

/**
 * Changes an email by a decision on what it is now, made again when somebody else changed it in between.
 *
 * @returns the email after the change; undefined when there is none, or nothing was changed.
 */
export function changeEmail(
  key: Key,
  decide: (email: InvoiceEmail) => EmailChange | Promise<EmailChange>,
): Promise<InvoiceEmail | undefined> {
  return retryOnContention(async () => {
    const item = await getItem<EmailItem>(key);
    const change = item && (await decide(item.data));
    if (!item || !change) return undefined;
    const next = put(
      { ...item, version: item.version + 1, data: change.after },
      { expression: '#version = :version', names: { '#version': 'version' }, values: { ':version': item.version } },
    );
    await transact([next, ...(change.also ?? [])]);
    return change.after;
  });
}

/** An address that bounced for good, or whose owner complained: it is not mailed again unless somebody insists (§8). */
export interface Unwanted {
  address: string;
  reason: 'bounce' | 'complaint';
  at: string;
}

export const unwantedKey = (company: CompanyId, address: string): Key => companyKey(company, `NOMAIL#${address.toLowerCase()}`);
