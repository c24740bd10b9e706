import * as z from 'zod';
import { environment } from '../aws/environment.ts';
import { setting } from '../settings/settings.ts';
import { newId } from '../kernel/ids.ts';
import { email, text } from '../kernel/fields.ts';
import type { ComposedMail } from '../mail/deliver-account.ts';
import { asHtml, asText, type MailText } from '../mail/layout.ts';
import { mailRequest, type MailParameters } from '../mail/requests.ts';
import type { Commit } from '../store/transact.ts';
import { requireCaptcha } from '../identity/sign-in/captcha.ts';

/** What people write to the operator without an account (completions-accounts §22). */

/** Body of POST /api/v1/contact. A subject is one line: it becomes a header. */
export const contactBody = z.object({
  name: text(255),
  email: email(),
  subject: text(255).refine(value => !/[\r\n]/.test(value), 'must be one line'),
  message: text(5000),
  captchaToken: z.string().nullish(),
});
export type ContactInput = z.infer<typeof contactBody>;

/**
 * Asks for the mail to the operator; it lies in a partition of its own until it is sent, and 30 days longer.
 *
 * @param from the caller's network address.
 * @throws 403 for a captcha that was not solved.
 */
export async function contactOperator(form: ContactInput, from: string, commit: Commit<void>): Promise<void> {
  const { captchaToken, ...typed } = form;
  await requireCaptcha(captchaToken, from);
  return commit([mailRequest(`CONTACT#${newId()}`, { template: 'contact', ...typed })], undefined);
}

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
