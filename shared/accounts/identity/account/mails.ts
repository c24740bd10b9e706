import { environment } from '#shared/platform/aws/environment.ts';
import { linkWithToken } from '../links.ts';
import type { MailLanguage, MailText } from '#shared/output/mail/layout.ts';
import type { MailComposers } from '#shared/output/mail/deliver-account.ts';
import { activeAccount, composeForAnyAddress, composeMail, greeting } from './account-mail.ts';
import { newConfirmation } from '../sign-in/confirm-email.ts';
import { securityMails } from './security-mails.ts';
import { takeoverMails } from '../sign-in/takeover-mail.ts';
import { passwordMails } from '../passwords/mails.ts';

/** The mails about a person's account, in the person's language. */

/** To an address of which only the registrant says that it is theirs. */
export const confirmationText = (language: MailLanguage, link: string): MailText =>
  language === 'ro'
    ? {
        subject: 'Confirmați adresa de e-mail',
        greeting: greeting(language, null),
        paragraphs: ['Contul dumneavoastră a fost creat. Confirmați adresa de e-mail pentru a vă putea autentifica.'],
        action: { label: 'Confirm adresa', link },
        note: 'Legătura este valabilă 24 de ore și poate fi folosită o singură dată. Dacă nu ați creat dumneavoastră contul, ignorați acest mesaj.',
      }
    : {
        subject: 'Confirm your email address',
        greeting: greeting(language, null),
        paragraphs: ['Your account has been created. Confirm your email address so that you can log in.'],
        action: { label: 'Confirm address', link },
        note: 'The link is valid for 24 hours and works once. If you did not create the account, ignore this message.',
      };

export const welcomeText = (language: MailLanguage, name: string, link: string): MailText =>
  language === 'ro'
    ? {
        subject: 'Bine ați venit',
        greeting: `Bună ziua, ${name},`,
        paragraphs: [
          'Adresa de e-mail este confirmată, iar contul dumneavoastră este gata.',
          'Adăugați firma și emiteți prima factură: numărul, fișierul XML și PDF-ul le pregătim noi.',
        ],
        action: { label: 'Deschid aplicația', link },
      }
    : {
        subject: 'Welcome',
        greeting: `Hello ${name},`,
        paragraphs: [
          'Your email address is confirmed and your account is ready.',
          'Add your company and issue the first invoice: we prepare its number, its XML and its PDF.',
        ],
        action: { label: 'Open the application', link },
      };

export const accountMails = {
  'confirm-email': async ({ userId }) => {
    const account = await activeAccount(userId);
    if (!account || account.emailConfirmed) return null;
    // Created here and not by the request, so that the token exists only in the mail.
    const { token, write } = newConfirmation(account);
    const link = linkWithToken('/confirm-email', token);
    return composeForAnyAddress(account, language => confirmationText(language, link), [write]);
  },
  welcome: async ({ userId }) => {
    const account = await activeAccount(userId);
    return account ? composeMail(account, (language, name) => welcomeText(language, name, environment('appUrl'))) : null;
  },
  ...passwordMails,
  ...securityMails,
  ...takeoverMails,
} satisfies Partial<MailComposers>;
