import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { instant } from '#shared/base/kernel/clock.ts';
import { newId, randomHex } from '#shared/base/kernel/ids.ts';
import { AwsError, type Engine, presentJsonError, readBody, sendJson, serve } from '../http.ts';
import { type Feedback, feedbackEvent, sendEvent, type SesEvent, simulatedEvents } from './events.ts';
import { sendingLimits, type SendingLimits } from './limits.ts';
import { type MailboxMessage, openMailbox, type StoredMail } from './mailbox.ts';
import { parseRequest, toMail } from './message.ts';
import { renderMailbox } from './page.ts';

export type { Feedback, SesEvent } from './events.ts';
export type { MailboxMessage } from './mailbox.ts';

export interface SesOptions {
  /** Stores mails in its subfolder `mail/`: one MIME file each, and an index. */
  dataDir: string;
  /** Receives what SES would publish of mails sent with a configuration set. */
  onEvent?: (event: SesEvent) => void | Promise<void>;
  /** The existing configuration sets; other names are rejected. By default any name is accepted. */
  configurationSets?: string[];
  /** Verified domains and addresses: other senders are rejected. By default any sender is accepted. */
  identities?: readonly string[];
  /** Receives the text that SES publishes when an event destination is created, once per destination. */
  onNotice?: (text: string) => void | Promise<void>;
  /** Number of event destinations. */
  eventDestinations?: number;
  /** Sending limits; none by default. */
  limits?: SendingLimits | undefined;
}

const NOTICE = 'Successfully validated SNS topic for Amazon SES event publishing.';

export interface SesEngine extends Engine {
  /** The mailbox of `GET /_local/mailbox`, newest first; `to` keeps the mails with this recipient (to, cc or bcc). */
  messages(filter?: { to?: string | undefined }): Promise<MailboxMessage[]>;
  /** The n-th attachment (from 0, in the order of `messages`). */
  attachment(id: string, n: number): Promise<{ filename: string; contentType: string; bytes: Buffer } | undefined>;
  clear(): void;
  /** The mailbox as an HTML page. */
  mailboxPage(filter?: { to?: string | undefined }): Promise<string>;
  /** Publishes a delivery event of a mail (`POST /_local/ses-events`); false when no such mail was sent. */
  emit(feedback: Feedback): Promise<boolean>;
  /** Number of events that `onEvent` has not processed yet. */
  pending(): number;
}

/** A domain that is verified covers all of its addresses, and its subdomains. */
const isVerified = (address: string, identities: readonly string[]): boolean =>
  identities.some(identity =>
    [identity, `@${identity}`, `.${identity}`].some((end, place) => (place === 0 ? address === end : address.endsWith(end))),
  );

/** 40 MB of MIME, as base64 within JSON. */
const BODY_LIMIT = 60_000_000;

/**
 * The local Amazon SES (v2): accepts SendEmail with raw or simple content, stores the MIME instead of sending it, and
 * publishes Send and Delivery events as a configuration set does, or those of the mailbox simulator. Templates are not supported.
 */
export async function startSes(options: SesOptions): Promise<SesEngine> {
  const mailbox = openMailbox(options.dataDir);
  const count = options.limits && sendingLimits(options.limits);
  let pending = 0;

  async function counted(publishing: () => Promise<void>): Promise<void> {
    pending++;
    try {
      await publishing();
    } catch (error) {
      console.error('An SES event was not taken:', error);
    } finally {
      pending--;
    }
  }

  const publish = (events: () => Promise<SesEvent[]>): Promise<void> =>
    counted(async () => {
      for (const event of await events()) await options.onEvent?.(event);
    });

  void counted(async () => {
    for (let made = 0; made < (options.eventDestinations ?? 0); made++) await options.onNotice?.(NOTICE);
  });

  /** Publishes events after the response, like SES; `pending` counts them from the response on. */
  const announce = (mail: StoredMail) =>
    publish(async () => {
      await setImmediate();
      const headers = await mailbox.headers(mail);
      return [sendEvent(mail, headers), ...simulatedEvents(mail, headers)];
    });

  const engine = await serve(async (request, response) => {
    if (request.method !== 'POST' || request.url?.split('?')[0] !== '/v2/email/outbound-emails') {
      throw new AwsError('UnknownOperationException', 404, 'The local engine answers SendEmail alone.');
    }
    const input = parseRequest(await readBody(request, BODY_LIMIT));
    const set = input.ConfigurationSetName;
    if (set && options.configurationSets && !options.configurationSets.includes(set)) {
      throw new AwsError('NotFoundException', 404, `Configuration set <${set}> does not exist.`);
    }
    const messageId = `${randomHex(8)}-${randomUUID()}-000000`;
    const { mime, senders, ...envelope } = await toMail(input);
    const unverified = senders.filter(sender => options.identities && !isVerified(sender.toLowerCase(), options.identities));
    if (unverified.length > 0)
      throw new AwsError(
        'MessageRejected',
        400,
        `Email address is not verified. The following identities failed the check: ${unverified.join(', ')}`,
      );
    count?.(envelope.to.length + envelope.cc.length + envelope.bcc.length);
    const mail: StoredMail = { id: newId(), messageId, at: instant(), ...envelope };
    mailbox.keep(mail, mime);
    sendJson(response, 200, { MessageId: messageId });
    if (set) void announce(mail);
  }, presentJsonError);

  return {
    ...engine,
    messages: filter => mailbox.messages(filter?.to),
    attachment: mailbox.attachment,
    clear: mailbox.clear,
    mailboxPage: async filter => renderMailbox(await mailbox.messages(filter?.to)),
    async emit(feedback) {
      const mail = mailbox.byMessageId(feedback.messageId);
      if (!mail) return false;
      await publish(async () => [feedbackEvent(mail, await mailbox.headers(mail), feedback)]);
      return true;
    },
    pending: () => pending,
  };
}
