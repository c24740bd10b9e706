import { environment } from '#shared/platform/aws/environment.ts';
import { activeAccount, composeMail } from '#shared/accounts/identity/account/account-mail.ts';
import { dottedDate } from '#shared/base/kernel/dates.ts';
import type { ComposedMail } from '#shared/output/mail/deliver-account.ts';
import type { MailLanguage, MailText } from '#shared/output/mail/layout.ts';
import type { MailParameters } from '#shared/output/mail/requests.ts';

type Parameters = MailParameters['recurring-failed'];

const text = (language: MailLanguage, name: string, { name: template, date, error }: Parameters, link: string): MailText =>
  language === 'ro'
    ? {
        subject: `Factura recurentă nu a fost emisă: ${template}`,
        greeting: `Bună ziua, ${name},`,
        paragraphs: [
          `Factura recurentă „${template}”, programată pentru ${dottedDate(date)}, nu a fost emisă: ${error}`,
          'Data rămâne neschimbată și încercăm din nou mâine. Dacă modificați șablonul, încercăm la următoarea rulare.',
        ],
        action: { label: 'Deschid aplicația', link },
      }
    : {
        subject: `A recurring invoice was not issued: ${template}`,
        greeting: `Hello ${name},`,
        paragraphs: [
          `The recurring invoice “${template}”, due on ${dottedDate(date)}, was not issued: ${error}`,
          'Its date does not change, and we try again tomorrow. If you change the template, the next run tries again.',
        ],
        action: { label: 'Open the application', link },
      };

/** The mail to the creator of a template whose document was not issued; null when the account is closed. */
export async function composeRecurringFailed(parameters: Parameters): Promise<ComposedMail | null> {
  const account = await activeAccount(parameters.userId);
  return account ? composeMail(account, (language, name) => text(language, name, parameters, environment('appUrl'))) : null;
}
