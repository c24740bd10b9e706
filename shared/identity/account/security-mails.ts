import { environment } from '../../aws/environment.ts';
import type { Account } from '../../access/model.ts';
import type { ComposedMail, MailComposers } from '../../mail/deliver-account.ts';
import type { MailLanguage, MailText } from '../../mail/layout.ts';
import { activeAccount, composeMail } from './account-mail.ts';

/** Mails about a new way to sign in, so that a person notices if somebody else has added it. */

const passkeyText = (language: MailLanguage, name: string, passkey: string, link: string): MailText =>
  language === 'ro'
    ? {
        subject: 'A fost adăugată o cheie de acces',
        greeting: `Bună ziua, ${name},`,
        paragraphs: [
          `La contul dumneavoastră a fost adăugată cheia de acces „${passkey}”. Cu ea vă puteți autentifica fără parolă.`,
          'Dacă nu ați fost dumneavoastră, ștergeți cheia, schimbați parola și încheiați celelalte autentificări.',
        ],
        action: { label: 'Deschid aplicația', link },
      }
    : {
        subject: 'A passkey was added',
        greeting: `Hello ${name},`,
        paragraphs: [
          `The passkey “${passkey}” was added to your account. It lets you log in without a password.`,
          'If it was not you, remove the passkey, change your password and end the other logins.',
        ],
        action: { label: 'Open the application', link },
      };

const secondFactorText = (language: MailLanguage, name: string, link: string): MailText =>
  language === 'ro'
    ? {
        subject: 'Autentificarea în doi pași a fost activată',
        greeting: `Bună ziua, ${name},`,
        paragraphs: [
          'Pentru contul dumneavoastră a fost activată autentificarea în doi pași: la autentificare se cere și un cod.',
          'Dacă nu ați fost dumneavoastră, dezactivați-o, schimbați parola și încheiați celelalte autentificări.',
        ],
        action: { label: 'Deschid aplicația', link },
      }
    : {
        subject: 'Two-factor authentication was enabled',
        greeting: `Hello ${name},`,
        paragraphs: [
          'Two-factor authentication was enabled for your account: logging in asks for a code, too.',
          'If it was not you, disable it, change your password and end the other logins.',
        ],
        action: { label: 'Open the application', link },
      };

/** Only to confirmed addresses: otherwise anybody could register a stranger's address and have mails sent to it repeatedly. */
async function notice(userId: string, compose: (account: Account) => ComposedMail): Promise<ComposedMail | null> {
  const account = await activeAccount(userId);
  return account?.emailConfirmed ? compose(account) : null;
}

export const securityMails = {
  'passkey-added': ({ userId, name: passkey }) =>
    notice(userId, account =>
      composeMail(account, (language, name) => passkeyText(language, name, passkey, environment('appUrl'))),
    ),
  'second-factor-enabled': ({ userId }) =>
    notice(userId, account => composeMail(account, (language, name) => secondFactorText(language, name, environment('appUrl')))),
} satisfies Partial<MailComposers>;
