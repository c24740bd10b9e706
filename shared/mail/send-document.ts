import { SendEmailCommand } from '@aws-sdk/client-sesv2';
import MailComposer from 'nodemailer/lib/mail-composer';
import { environment } from '../aws/environment.ts';
import { sesv2Once } from '../aws/sesv2.ts';
import { senderAddress } from './sender.ts';

/** A mail with documents, in the name of a company. */
export interface DocumentMessage {
  fromName: string;
  replyTo: string | null;
  to: string;
  cc: string[];
  bcc: string[];
  subject: string;
  text: string;
  html: string;
  attachments: { filename: string; contentType: string; content: Uint8Array }[];
  /** Whether opens and clicks are watched. */
  tracking: boolean;
  /** Names and values that the events of the mail carry. */
  tags: Record<string, string>;
}

/** The message as MIME (RFC 5322, RFC 2045). Header values are encoded by the composer: no text of a user can add a header. */
const mimeOf = (message: DocumentMessage): Promise<Buffer> =>
  new MailComposer({
    from: { name: message.fromName, address: senderAddress() },
    ...(message.replyTo && { replyTo: { name: message.fromName, address: message.replyTo } }),
    to: { name: '', address: message.to },
    cc: message.cc.map(address => ({ name: '', address })),
    subject: message.subject,
    text: message.text,
    html: message.html,
    attachments: message.attachments.map(({ filename, contentType, content }) => ({
      filename,
      contentType,
      content: Buffer.from(content),
    })),
    // Contents are bytes of ours; nothing could make the composer read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();

/**
 * Hands a message to the mail service, once: it knows no idempotency, so a call whose answer is lost must not be repeated blindly.
 *
 * @returns the service's id of the message.
 */
export async function sendDocumentMessage(message: DocumentMessage): Promise<string> {
  const { MessageId } = await sesv2Once().send(
    new SendEmailCommand({
      // Blind copies stand in the envelope alone.
      Destination: { ToAddresses: [message.to], CcAddresses: message.cc, BccAddresses: message.bcc },
      Content: { Raw: { Data: await mimeOf(message) } },
      ConfigurationSetName: environment(message.tracking ? 'trackedMailConfigurationSet' : 'documentMailConfigurationSet'),
      EmailTags: Object.entries(message.tags).map(([Name, Value]) => ({ Name, Value })),
    }),
  );
  if (!MessageId) throw new Error('The mail service gave no message id.');
  return MessageId;
}
