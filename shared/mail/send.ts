import { SendEmailCommand } from '@aws-sdk/client-sesv2';
import MailComposer from 'nodemailer/lib/mail-composer';
import { environment } from '../aws/environment.ts';
import { sesv2 } from '../aws/sesv2.ts';

/** A mail ready to be put into MIME. */
export interface Message {
  to: string;
  /** Whom an answer goes to, where that is not the sender. */
  replyTo?: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
}

/** The message as MIME (RFC 5322, RFC 2045). Header values are encoded by the composer: no text of a user can add a header. */
export const mimeOf = (message: Message, from: string): Promise<Buffer> =>
  new MailComposer({
    from,
    to: { name: '', address: message.to },
    ...(message.replyTo && { replyTo: message.replyTo }),
    subject: message.subject,
    text: message.text,
    html: message.html,
    // Of RFC 3834: programs that answer mails leave this one alone.
    headers: { 'Auto-Submitted': 'auto-generated' },
    // Contents are strings of ours; a template could not make the composer read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();

/**
 * Hands a message to the mail service.
 *
 * @param mailId goes along as a tag, so that delivery events name the mail they are about.
 * @returns the service's id of the message.
 */
export async function sendMessage(message: Message, mailId: string): Promise<string> {
  const { MessageId } = await sesv2().send(
    new SendEmailCommand({
      Content: { Raw: { Data: await mimeOf(message, environment('mailFrom')) } },
      ConfigurationSetName: environment('mailConfigurationSet'),
      EmailTags: [{ Name: 'mailId', Value: mailId }],
    }),
  );
  if (!MessageId) throw new Error('The mail service gave no message id.');
  return MessageId;
}
