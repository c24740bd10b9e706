import { environment } from '#shared/platform/aws/environment.ts';
import { activeAccount, composeMail } from '#shared/accounts/identity/account/account-mail.ts';
import type { ComposedMail } from '#shared/output/mail/deliver-account.ts';
import type { MailLanguage, MailText } from '#shared/output/mail/layout.ts';
import type { MailParameters } from '#shared/output/mail/requests.ts';

type Parameters = MailParameters['not-submitted'];

const text = (language: MailLanguage, name: string, { number, error }: Parameters, link: string): MailText =>
  language === 'ro'
    ? {
        subject: `Factura ${number} nu a fost transmisă automat`,
        greeting: `Bună ziua, ${name},`,
        paragraphs: [
          `Factura ${number} nu a putut fi transmisă automat autorității fiscale: ${error}`,
          'Nu mai încercăm automat. Remediați cauza și transmiteți factura din aplicație, în termenul legal.',
        ],
        action: { label: 'Deschid aplicația', link },
      }
    : {
        subject: `Invoice ${number} was not submitted automatically`,
        greeting: `Hello ${name},`,
        paragraphs: [
          `Invoice ${number} could not be submitted to the tax authority automatically: ${error}`,
          'It will not be tried again automatically. Fix the cause and submit the invoice in the application, within the legal deadline.',
        ],
        action: { label: 'Open the application', link },
      };

/** The mail to the issuer of a document whose planned submission was given up; null when their account is closed. */
export async function composeNotSubmitted(parameters: Parameters): Promise<ComposedMail | null> {
  const account = await activeAccount(parameters.userId);
  return account ? composeMail(account, (language, name) => text(language, name, parameters, environment('appUrl'))) : null;
}
