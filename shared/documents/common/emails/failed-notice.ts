import { environment } from '#shared/platform/aws/environment.ts';
import { activeAccount, composeMail } from '#shared/accounts/identity/account/account-mail.ts';
import type { ComposedMail } from '#shared/output/mail/deliver-account.ts';
import type { DocumentEmail, EmailItem } from '#shared/output/mail/documents/model.ts';
import type { MailLanguage, MailText } from '#shared/output/mail/layout.ts';
import type { MailParameters } from '#shared/output/mail/requests.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { companyKey } from '#shared/platform/store/table.ts';

type Failed = Pick<DocumentEmail, 'to' | 'subject' | 'bounceReason'>;

const text = (language: MailLanguage, name: string, { to, subject, bounceReason }: Failed, link: string): MailText =>
  language === 'ro'
    ? {
        subject: 'Un e-mail cu un document nu a fost trimis',
        greeting: `Bună ziua, ${name},`,
        paragraphs: [
          `E-mailul „${subject}” către ${to} nu a fost trimis: ${bounceReason ?? ''}.`,
          'Nu mai încercăm automat. Documentul poate fi trimis din nou din aplicație. Despre alte e-mailuri care nu pleacă în aceeași ' +
            'oră nu mai primiți mesaje: le găsiți în istoricul fiecărui document.',
        ],
        action: { label: 'Deschid aplicația', link },
      }
    : {
        subject: 'An e-mail with a document was not sent',
        greeting: `Hello ${name},`,
        paragraphs: [
          `The e-mail “${subject}” to ${to} was not sent: ${bounceReason ?? ''}.`,
          'It will not be tried again automatically. You can send the document again in the application. You get no further messages ' +
            'about other e-mails that are not sent within the same hour: the history of each document shows them.',
        ],
        action: { label: 'Open the application', link },
      };

/**
 * The mail to those who should know that a mail with a document has failed; null when their account is closed or its
 * address not confirmed, or the mail is gone or goes
 * out after all.
 */
export async function composeMailFailed({
  userId,
  companyId,
  mailSk,
}: MailParameters['mail-failed']): Promise<ComposedMail | null> {
  const [account, item] = await Promise.all([activeAccount(userId), getItem<EmailItem>(companyKey(companyId, mailSk))]);
  const mail = item?.data;
  // Its words are the sender's: only somebody whose address is proven gets them.
  if (!account?.emailConfirmed || mail?.deliveryStatus !== 'failed') return null;
  return composeMail(account, (language, name) => text(language, name, mail, environment('appUrl')));
}
