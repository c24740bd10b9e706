import { environment } from '#shared/platform/aws/environment.ts';
import { setting } from '#shared/platform/settings/settings.ts';
import type { ComposedMail } from '#shared/output/mail/deliver-account.ts';
import { asHtml, asText, type MailText } from '#shared/output/mail/layout.ts';
import type { MailParameters } from '#shared/output/mail/requests.ts';

/** The bare address of a mailbox: `no-reply@example.org` of `Name <no-reply@example.org>`. */
const addressIn = (mailbox: string): string => /<([^<>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox;

/** The operator's address: the setting `CONTACT_EMAIL`, else the sender address of the deployment's mails. */
const operatorAddress = (): string => setting('CONTACT_EMAIL') ?? addressIn(environment('mailFrom'));

/** The mail to the operator; its Reply-To is the person who wrote. */
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
