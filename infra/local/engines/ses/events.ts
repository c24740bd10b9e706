import { randomUUID } from 'node:crypto';
import type { Header } from 'postal-mime';
import { instant } from '#shared/base/kernel/clock.ts';
import type { StoredMail } from './mailbox.ts';

/** A delivery event of a mail: the body of `POST /_local/ses-events`. */
export interface Feedback {
  messageId: string;
  type: 'delivery' | 'open' | 'click' | 'bounce' | 'complaint';
  at?: string | undefined;
  /** SES's bounce type; Permanent by default. */
  bounceType?: string | undefined;
  /** The diagnostic text of the receiving server (bounce), or the kind of complaint. */
  reason?: string | undefined;
  /** The link that was clicked. */
  link?: string | undefined;
}

export type SesEventType = 'Send' | 'Delivery' | 'Open' | 'Click' | 'Bounce' | 'Complaint';

/**
 * An event as SES publishes it to SNS, EventBridge or Firehose: `eventType`, `mail`, and one member named after the type
 * (SES developer guide, "Contents of event data that Amazon SES publishes to Amazon SNS").
 */
export type SesEvent = { eventType: SesEventType; mail: MailObject } & Record<string, unknown>;

interface MailObject {
  timestamp: string;
  source: string;
  sendingAccountId: string;
  messageId: string;
  destination: string[];
  headersTruncated: false;
  headers: { name: string; value: string }[];
  commonHeaders: { from: string[]; to: string[]; messageId: string; subject: string };
  tags: Record<string, string[]>;
}

export const sendEvent = (mail: StoredMail, headers: Header[]): SesEvent => event('Send', mail, headers, {});

const deliveryEvent = (mail: StoredMail, headers: Header[], at = instant()): SesEvent =>
  event('Delivery', mail, headers, {
    timestamp: at,
    processingTimeMillis: 1,
    recipients: recipientsOf(mail),
    smtpResponse: '250 2.0.0 Ok',
    reportingMTA: 'localhost',
  });

/**
 * What follows on a mail without anybody's doing: it is delivered, unless it went to the address of SES's mailbox simulator that bounces or complains
 * (SES developer guide, "Using the mailbox simulator").
 */
export function simulatedEvents(mail: StoredMail, headers: Header[]): SesEvent[] {
  const to = mail.to[0] ?? '';
  const [, answer] = /^(bounce|complaint)(?:\+[^@]*)?@simulator\.amazonses\.com$/i.exec(to) ?? [];
  const feedback = (type: Feedback['type']): SesEvent => feedbackEvent(mail, headers, { messageId: mail.messageId, type });
  if (answer === undefined) return [deliveryEvent(mail, headers)];
  return answer.toLowerCase() === 'bounce' ? [feedback('bounce')] : [deliveryEvent(mail, headers), feedback('complaint')];
}

/** The event that SES would publish for a mail's feedback. */
export function feedbackEvent(mail: StoredMail, headers: Header[], feedback: Feedback): SesEvent {
  const timestamp = feedback.at ?? instant();
  const reader = { ipAddress: '127.0.0.1', timestamp, userAgent: 'Mozilla/5.0' };
  switch (feedback.type) {
    case 'delivery':
      return deliveryEvent(mail, headers, timestamp);
    case 'open':
      return event('Open', mail, headers, reader);
    case 'click':
      return event('Click', mail, headers, { ...reader, link: feedback.link ?? '', linkTags: null });
    case 'bounce':
      return event('Bounce', mail, headers, bounce(mail, feedback, timestamp));
    case 'complaint':
      return event('Complaint', mail, headers, {
        complainedRecipients: recipientsOf(mail).map(emailAddress => ({ emailAddress })),
        timestamp,
        feedbackId: randomUUID(),
        complaintFeedbackType: feedback.reason ?? 'abuse',
        arrivalDate: timestamp,
      });
  }
}

function bounce(mail: StoredMail, { bounceType = 'Permanent', reason }: Feedback, timestamp: string) {
  const status = bounceType === 'Permanent' ? '5.1.1' : '4.2.2';
  const diagnosticCode = reason ?? (bounceType === 'Permanent' ? 'smtp; 550 5.1.1 user unknown' : 'smtp; 452 4.2.2 mailbox full');
  return {
    feedbackId: randomUUID(),
    bounceType,
    bounceSubType: 'General',
    bouncedRecipients: recipientsOf(mail).map(emailAddress => ({ emailAddress, action: 'failed', status, diagnosticCode })),
    timestamp,
    reportingMTA: 'dns; localhost',
  };
}

const recipientsOf = (mail: StoredMail): string[] => [...mail.to, ...mail.cc, ...mail.bcc];

function event(eventType: SesEventType, mail: StoredMail, headers: Header[], about: object): SesEvent {
  const value = (name: string) => headers.find(({ key }) => key === name)?.value;
  return {
    eventType,
    mail: {
      timestamp: mail.at,
      source: mail.from,
      sendingAccountId: '000000000000',
      messageId: mail.messageId,
      destination: recipientsOf(mail),
      headersTruncated: false,
      headers: headers.map(header => ({ name: header.originalKey, value: header.value })),
      commonHeaders: {
        from: [value('from') ?? mail.from],
        to: mail.to,
        messageId: value('message-id') ?? mail.messageId,
        subject: value('subject') ?? '',
      },
      tags: {
        'ses:configuration-set': [mail.configurationSet ?? ''],
        'ses:from-domain': [mail.from.split('@').at(-1) ?? ''],
        ...Object.fromEntries(mail.tags.map(({ Name, Value }) => [Name, [Value]])),
      },
    },
    [eventType.toLowerCase()]: about,
  };
}
