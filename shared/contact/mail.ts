import { environment } from '../aws/environment.ts';
import { setting } from '../settings/settings.ts';
import type { ComposedMail } from '../mail/deliver-account.ts';
import { asHtml, asText, type MailText } from '../mail/layout.ts';
import type { MailParameters } from '../mail/requests.ts';

/** `no-reply@example.org` of `Name <no-reply@example.org>`. */
const addressIn = (mailbox: string): string => /<([^<>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox;

/** The operator's address: the deployment's choice, else the one that mails are sent from. */
const operatorAddress = (): string => setting('CONTACT_EMAIL') ?? addressIn(environment('mailFrom'));

/** The mail to the operator; an answer to it goes to the person who wrote. */
export function composeContactMail({ name, email: address, subject, message }: MailParameters['contact']): Promise<ComposedMail> {
  const written: MailText = {
    subject: `[Contact] ${subject}`,
    greeting: `${name} <${address}>:`,
    paragraphs: message.split(/\r?\n\s*\r?\n/),
  };
  return Promise.resolve({
    message: {
      to: operatorAddress(),
      replyTo: { name, address },
      subject: written.subject,
      text: asText(written),
      html: asHtml('en', written),
    },
    writes: [],
  });
}
