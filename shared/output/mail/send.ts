import { SendEmailCommand } from '@aws-sdk/client-sesv2';
import MailComposer from 'nodemailer/lib/mail-composer';
import { sesv2 } from '#shared/platform/aws/sesv2.ts';

export interface MailAddress {
  name: string;
  address: string;
}

export interface MailFile {
  filename: string;
  contentType: string;
  content: Uint8Array;
}

/** A mail, ready to be encoded as MIME. */
export interface Message {
  to: string;
  cc?: string[];
  /** Only in the SMTP envelope, never in a header. */
  bcc?: string[];
  /** Recipient of answers, when that is not the sender. */
  replyTo?: MailAddress;
  subject: string;
  text: string;
  html: string;
  attachments?: MailFile[];
  /** An inline picture; the HTML part refers to it as `cid:<cid>`. */
  inline?: MailFile & { cid: string };
  /** Sent in the name of a company: auto-responders may answer it (no `Auto-Submitted` header). */
  isPersonal?: boolean;
  /** URL to which mail programs POST when the recipient presses their button to unsubscribe (RFC 8058). */
  unsubscribe?: string;
}

const unnamed = (address: string): MailAddress => ({ name: '', address });

const composerFile = ({ filename, contentType, content }: MailFile) => ({
  filename,
  contentType,
  content: Buffer.from(content),
});

const headersOf = ({ isPersonal, unsubscribe }: Message): Record<string, string> => ({
  // Keeps auto-responders from answering (RFC 3834).
  ...(!isPersonal && { 'Auto-Submitted': 'auto-generated' }),
  ...(unsubscribe && { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
});

/** The message as MIME (RFC 5322, RFC 2045). Header values are encoded by the composer: no text of a user can add a header. */
export const mimeOf = (message: Message, from: string | MailAddress): Promise<Buffer> =>
  new MailComposer({
    from,
    ...(message.replyTo && { replyTo: message.replyTo }),
    to: unnamed(message.to),
    ...(message.cc && { cc: message.cc.map(unnamed) }),
    subject: message.subject,
    text: message.text,
    html: message.html,
    ...((message.attachments ?? message.inline) && {
      attachments: [
        ...(message.attachments ?? []).map(composerFile),
        ...(message.inline
          ? [{ ...composerFile(message.inline), cid: message.inline.cid, contentDisposition: 'inline' as const }]
          : []),
      ],
    }),
    headers: headersOf(message),
    // All contents are strings and buffers; the composer must never read a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();

export interface Envelope {
  from: string | MailAddress;
  /** SES configuration set: determines which events the mail service publishes. */
  configurationSet: string;
  /** Names and values that SES includes in the events of the mail. */
  tags: Record<string, string>;
}

/** The request that hands a message to the mail service. */
export async function requestOf(message: Message, envelope: Envelope): Promise<SendEmailCommand> {
  const { from, configurationSet, tags } = envelope;
  const { to, cc, bcc } = message;
  return new SendEmailCommand({
    ...((cc ?? bcc) && { Destination: { ToAddresses: [to], CcAddresses: cc ?? [], BccAddresses: bcc ?? [] } }),
    Content: { Raw: { Data: await mimeOf(message, from) } },
    ConfigurationSetName: configurationSet,
    EmailTags: Object.entries(tags).map(([Name, Value]) => ({ Name, Value })),
  });
}

/**
 * Hands a message to the mail service in a single call without retries: after a lost answer it is unknown whether it was sent
 * (outgoing.ts). Whatever this throws is the mail service's answer, or the lack of one.
 *
 * @returns the service's message id
 */
export async function sendRequest(request: SendEmailCommand): Promise<string> {
  const { MessageId } = await sesv2().send(request);
  if (!MessageId) throw new Error('The mail service gave no message id.');
  return MessageId;
}

/** Composes a message and hands it to the mail service. @returns the service's message id */
export const sendMessage = async (message: Message, envelope: Envelope): Promise<string> =>
  sendRequest(await requestOf(message, envelope));
