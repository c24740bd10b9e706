import type { ComposedMail } from '#shared/output/mail/deliver-account.ts';
import { asHtml, asText, mailLanguage, type MailLanguage, type MailText } from '#shared/output/mail/layout.ts';
import type { Write } from '#shared/platform/store/transact.ts';
import { readAccount } from '#shared/platform/access/records.ts';
import { type Account, fullName } from '#shared/platform/access/model.ts';

/** The first line of a mail. @param name null: to an address that is not confirmed */
export const greeting = (language: MailLanguage, name: string | null): string =>
  language === 'ro' ? `Bună ziua${name === null ? '' : `, ${name}`},` : `Hello${name === null ? '' : ` ${name}`},`;

/**
 * A mail to a person in the person's language; `writes` must be committed before it is sent. Null if the email is not confirmed: a
 * person who registered a stranger's address could write to the stranger by the names that the mail shows.
 */
export const composeMail = (
  account: Account,
  text: (language: MailLanguage, name: string) => MailText,
  writes: Write[] = [],
): ComposedMail | null =>
  account.emailConfirmed ? composed(account, language => text(language, fullName(account)), writes) : null;

/**
 * The same to an address that may not be confirmed: then without a name. The text must show nothing else that anybody has chosen.
 */
export const composeForAnyAddress = (
  account: Account,
  text: (language: MailLanguage, name: string | null) => MailText,
  writes: Write[] = [],
): ComposedMail => composed(account, language => text(language, account.emailConfirmed ? fullName(account) : null), writes);

function composed(account: Account, text: (language: MailLanguage) => MailText, writes: Write[]): ComposedMail {
  const language = mailLanguage(account.locale);
  const written = text(language);
  const message = { to: account.email, subject: written.subject, text: asText(written), html: asHtml(language, written) };
  return { message, writes };
}

/** The account at the time of sending; undefined if it is closed. */
export async function activeAccount(userId: string): Promise<Account | undefined> {
  const { account } = await readAccount(userId);
  return account?.active ? account : undefined;
}
