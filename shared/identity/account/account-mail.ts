import type { ComposedMail } from '../../mail/deliver-account.ts';
import { asHtml, asText, mailLanguage, type MailLanguage, type MailText } from '../../mail/layout.ts';
import type { Write } from '../../store/transact.ts';
import { readAccount } from '../../access/records.ts';
import { type Account, fullName } from '../../access/model.ts';

/** A mail to a person in the person's language; `writes` must be committed before it is sent. */
export function composeMail(
  account: Account,
  text: (language: MailLanguage, name: string) => MailText,
  writes: Write[] = [],
): ComposedMail {
  const language = mailLanguage(account.locale);
  const written = text(language, fullName(account));
  const message = { to: account.email, subject: written.subject, text: asText(written), html: asHtml(language, written) };
  return { message, writes };
}

/** The account at the time of sending; undefined if it is closed. */
export async function activeAccount(userId: string): Promise<Account | undefined> {
  const { account } = await readAccount(userId);
  return account?.active ? account : undefined;
}
