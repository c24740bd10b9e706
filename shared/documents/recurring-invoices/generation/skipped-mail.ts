import { environment } from '#shared/platform/aws/environment.ts';
import { activeAccount, composeMail } from '#shared/accounts/identity/account/account-mail.ts';
import { dottedDate } from '#shared/base/kernel/dates.ts';
import type { ComposedMail } from '#shared/output/mail/deliver-account.ts';
import type { MailLanguage, MailText } from '#shared/output/mail/layout.ts';
import type { MailParameters } from '#shared/output/mail/requests.ts';

type Parameters = MailParameters['recurring-skipped'];

function text(language: MailLanguage, name: string, { name: template, date, skipped }: Parameters, link: string): MailText {
  const dates = skipped.map(dottedDate).join(', ');
  return language === 'ro'
    ? {
        subject: `Factura recurentă a sărit peste date: ${template}`,
        greeting: `Bună ziua, ${name},`,
        paragraphs: [
          `Factura recurentă „${template}”, programată pentru ${dottedDate(date)}, a fost emisă abia acum. Pentru aceste date nu a fost emis niciun document: ${dates}.`,
          'Dacă perioadele trebuie facturate, emiteți documentele din șablon („emite acum”) sau adăugați perioadele la o factură.',
        ],
        action: { label: 'Deschid aplicația', link },
      }
    : {
        subject: `A recurring invoice skipped dates: ${template}`,
        greeting: `Hello ${name},`,
        paragraphs: [
          `The recurring invoice “${template}”, due on ${dottedDate(date)}, was only issued now. No document was issued for these dates: ${dates}.`,
          'If these periods are to be invoiced, issue documents from the template (“issue now”), or add the periods to an invoice.',
        ],
        action: { label: 'Open the application', link },
      };
}

/** The mail to the creator of a template that skipped dates; null when the account is closed. */
export async function composeRecurringSkipped(parameters: Parameters): Promise<ComposedMail | null> {
  const account = await activeAccount(parameters.userId);
  return account ? composeMail(account, (language, name) => text(language, name, parameters, environment('appUrl'))) : null;
}
