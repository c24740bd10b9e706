import { SendEmailCommand } from '@aws-sdk/client-sesv2';
import MailComposer from 'nodemailer/lib/mail-composer';
import { sesv2 } from '../aws/sesv2.ts';

export interface MailAddress {
  name: string;
  address: string;
}

export interface MailFile {
  filename: string;
  contentType: string;
  content: Uint8Array;
}

/** A mail ready to be put into MIME. */
export interface Message {
  to: string;
  cc?: string[];
  /** Blind copies stand in the envelope alone. */
  bcc?: string[];
  /** Whom an answer goes to, where that is not the sender. */
  replyTo?: MailAddress;
  subject: string;
  text: string;
  html: string;
  attachments?: MailFile[];
  /** A picture of the HTML part, which names it as `cid:` with this id. */
  inline?: MailFile & { cid: string };
  /** Written by a person in the name of a company: programs that answer mails may answer it. */
  isPersonal?: boolean;
}

const unnamed = (address: string): MailAddress => ({ name: '', address });

const composerFile = ({ filename, contentType, content }: MailFile) => ({
  filename,
  contentType,
  content: Buffer.from(content),
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
    // Of RFC 3834: programs that answer mails leave this one alone.
    ...(!message.isPersonal && { headers: { 'Auto-Submitted': 'auto-generated' } }),
    // Contents are strings and bytes of ours; nothing could make the composer read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();

export interface Envelope {
  from: string | MailAddress;
  /** Of the mail service: which events it publishes, and whether opens and clicks are watched. */
  configurationSet: string;
  /** Names and values that the events of the mail carry. */
  tags: Record<string, string>;
}

/**
 * Hands a message to the mail service, in one call: after a lost answer nobody knows whether it went out (outgoing.ts).
 *
 * @returns the service's id of the message.
 */
export async function sendMessage(message: Message, envelope: Envelope): Promise<string> {
  const { from, configurationSet, tags } = envelope;
  const { to, cc, bcc } = message;
  const { MessageId } = await sesv2().send(
    new SendEmailCommand({
      ...((cc ?? bcc) && { Destination: { ToAddresses: [to], CcAddresses: cc ?? [], BccAddresses: bcc ?? [] } }),
      Content: { Raw: { Data: await mimeOf(message, from) } },
      ConfigurationSetName: configurationSet,
      EmailTags: Object.entries(tags).map(([Name, Value]) => ({ Name, Value })),
    }),
  );
  if (!MessageId) throw new Error('The mail service gave no message id.');
  return MessageId;
}
