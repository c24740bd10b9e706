import * as z from 'zod';
import { instantIn } from '#shared/base/kernel/clock.ts';
import { networkOf } from '#shared/platform/lambda/limits/address.ts';
import { companyId } from '#shared/platform/lambda/message.ts';
import { DAYS_TRACKED } from '../tracking/kept-readings.ts';
import type { DeliveryStatus, DocumentEmail, Reading } from './model.ts';

/** A report of the mail service about a mail, and its effect on the mail's record (OUT-51 to OUT-54). Pure. */
export interface Signal {
  type: 'send' | 'delivery' | 'open' | 'click' | 'bounce' | 'complaint' | 'reject';
  at: string;
  /** Null for opens and clicks that our own tracking links recorded (tracking/readings.ts). */
  messageId: string | null;
  /** Addresses that bounced or complained. */
  addresses: string[];
  /** Whether it is a permanent (hard) bounce. */
  permanent: boolean;
  reason: string | null;
  reading: Reading;
}

const recipients = z.array(
  z.object({ emailAddress: z.string(), status: z.string().optional(), diagnosticCode: z.string().optional() }),
);
const read = z.object({
  timestamp: z.string(),
  userAgent: z.string().nullish(),
  ipAddress: z.string().nullish(),
  link: z.string().nullish(),
});

/** The tags that the mail was sent with (deliver.ts). */
const tags = z.object({ companyId: z.array(companyId()).optional() }).catchall(z.array(z.string()));

/** An event as SES publishes it (SES developer guide, "Contents of event data that Amazon SES publishes to Amazon SNS"). */
export const sesEvent = z.object({
  eventType: z.string(),
  mail: z.object({ timestamp: z.string(), messageId: z.string(), tags }),
  delivery: z.object({ timestamp: z.string() }).optional(),
  open: read.optional(),
  click: read.optional(),
  bounce: z.object({ bounceType: z.string(), bouncedRecipients: recipients, timestamp: z.string() }).optional(),
  complaint: z.object({ complainedRecipients: recipients, timestamp: z.string() }).optional(),
  reject: z.object({ reason: z.string() }).optional(),
});
export type SesEvent = z.output<typeof sesEvent>;

/** The plain text that SES publishes to a topic when an event destination is created for it. */
export const TOPIC_NOTICE = 'Successfully validated SNS topic for Amazon SES event publishing.';

const TYPES: Record<string, Signal['type']> = {
  Send: 'send',
  Delivery: 'delivery',
  Open: 'open',
  Click: 'click',
  Bounce: 'bounce',
  Complaint: 'complaint',
  Reject: 'reject',
  'Rendering Failure': 'reject',
};

const LONGEST_AGENT = 500;

/** The signal of an event; undefined for types that do not matter here, such as `DeliveryDelay`. */
export function signalOf(event: SesEvent): Signal | undefined {
  const type = TYPES[event.eventType];
  if (!type) return undefined;
  const { mail, delivery, open, click, bounce, complaint } = event;
  const by = open ?? click;
  const at = (delivery ?? by ?? bounce ?? complaint ?? mail).timestamp;
  const [bounced] = bounce?.bouncedRecipients ?? [];
  return {
    type,
    at,
    messageId: mail.messageId,
    addresses: (bounce?.bouncedRecipients ?? complaint?.complainedRecipients ?? []).map(one => one.emailAddress.toLowerCase()),
    permanent: bounce !== undefined && bounce.bounceType !== 'Transient',
    reason: bounce ? bounceReason(bounced?.status, bounced?.diagnosticCode) : (event.reject?.reason.slice(0, 255) ?? null),
    reading: {
      at,
      ...(by?.userAgent && { userAgent: by.userAgent.slice(0, LONGEST_AGENT) }),
      ...(by?.ipAddress && { ipAddress: networkOf(by.ipAddress) }),
      ...(click?.link && { link: click.link.slice(0, 2000) }),
    },
  };
}

/** Whether a sentence of the text matches `one` and, from there on, `other`. */
const speaksOf = (text: string, one: RegExp, other: RegExp): boolean =>
  text.split('.').some(sentence => {
    const at = sentence.search(one);
    return at >= 0 && other.test(sentence.slice(at));
  });

/**
 * Maps a receiving server's enhanced status code (RFC 3463) and diagnostic text to a reason of §8; falls back to the server's own
 * text.
 */
export function bounceReason(status = '', text = ''): string {
  const said = text.toLowerCase();
  if (/^\d\.2\.2/.test(status) || speaksOf(said, /mailbox|quota/, /full|exceed/) || said.includes('over quota'))
    return 'Mailbox full';
  if (/^5\.1\.2/.test(status) || speaksOf(said, /domain|host/, /not (found|exist)/) || said.includes('nxdomain'))
    return 'Domain not found';
  if (/spam|blacklist|blocklist|junk/.test(said)) return 'Spam filter';
  if (/^5\.1\.[0136]/.test(status) || /user unknown|no such user|does not exist/.test(said)) return 'Mailbox does not exist';
  if (/^5\.7\./.test(status) || /reject|refused|denied|policy/.test(said)) return 'Rejected by recipient';
  if (/^4\./.test(status)) return 'Temporary failure';
  return text.slice(0, 255) || 'Rejected by recipient';
}

const RANK: Partial<Record<DeliveryStatus, number>> = { queued: 0, sent: 1, delivered: 2, opened: 3, clicked: 4 };

/** The higher of two statuses; `bounced`, `failed` and `spam` are final. */
function raised(before: DeliveryStatus, to: DeliveryStatus): DeliveryStatus {
  const [rank, wanted] = [RANK[before], RANK[to]];
  return rank === undefined || wanted === undefined || wanted <= rank ? before : to;
}

/** Maximum of stored opens, and of stored clicks; later ones are dropped. */
const KEPT = 100;

const withReading = (known: Reading[] = [], reading: Reading): Reading[] =>
  known.length >= KEPT || known.some(one => one.at === reading.at && one.link === reading.link)
    ? known
    : [...known, reading].sort((a, b) => (a.at < b.at ? -1 : 1));

const earlier = (known: string | null, at: string): string => (known !== null && known <= at ? known : at);

const trackedUntil = ({ sentAt }: DocumentEmail): string => instantIn(DAYS_TRACKED * 86_400, sentAt);

/**
 * The record after a signal; the same object when the signal changes nothing. Signals may arrive repeatedly and in any order. Opens
 * and clicks of a mail that is not tracked, or not any more, are ignored, for privacy.
 */
export function afterSignal(email: DocumentEmail, signal: Signal): DocumentEmail {
  if ((signal.type === 'open' || signal.type === 'click') && !(email.tracking && signal.at < trackedUntil(email))) return email;
  const known: DocumentEmail =
    email.state === 'sent' || email.state === 'failed'
      ? // A mail that was given up was sent after all, and must not be sent again.
        { ...email, messageId: email.messageId ?? signal.messageId }
      : { ...email, state: 'sent', messageId: signal.messageId ?? email.messageId };
  const rise = (to: DeliveryStatus): DocumentEmail => ({ ...known, deliveryStatus: raised(known.deliveryStatus, to) });
  switch (signal.type) {
    case 'send':
      return changed(email, rise('sent'));
    case 'delivery':
      return changed(email, rise('delivered'));
    case 'open':
      return changed(email, {
        ...rise('opened'),
        openedAt: earlier(email.openedAt, signal.at),
        metadata: { ...firstReader(email, signal), opens: withReading(email.metadata?.opens, signal.reading) },
      });
    case 'click':
      return changed(email, {
        ...rise('clicked'),
        clickedAt: earlier(email.clickedAt, signal.at),
        openedAt: email.openedAt ?? signal.at,
        metadata: { ...firstReader(email, signal), clicks: withReading(email.metadata?.clicks, signal.reading) },
      });
    case 'bounce':
      return changed(email, bounced(known, signal));
    case 'complaint':
      return changed(email, { ...known, deliveryStatus: 'spam' });
    case 'reject':
      return changed(email, rejected(known, signal));
  }
}

const firstReader = ({ metadata }: DocumentEmail, { reading }: Signal) => ({
  ...(reading.userAgent && { userAgent: reading.userAgent }),
  ...(reading.ipAddress && { ipAddress: reading.ipAddress }),
  ...metadata,
});

/** Ignores soft bounces, bounces of cc and bcc recipients, and bounces of a mail that was opened. */
function bounced(email: DocumentEmail, { permanent, addresses, at, reason }: Signal): DocumentEmail {
  const mayBounce = ['queued', 'sent', 'delivered'].includes(email.deliveryStatus);
  if (!permanent || !mayBounce || !addresses.includes(email.to.toLowerCase())) return email;
  return { ...email, deliveryStatus: 'bounced', bouncedAt: at, bounceReason: reason };
}

const rejected = (email: DocumentEmail, { reason }: Signal): DocumentEmail =>
  email.deliveryStatus === 'queued' || email.deliveryStatus === 'sent'
    ? { ...email, deliveryStatus: 'failed', bounceReason: reason }
    : email;

const changed = (before: DocumentEmail, after: DocumentEmail): DocumentEmail =>
  JSON.stringify(before) === JSON.stringify(after) ? before : after;
