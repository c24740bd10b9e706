import { environment } from '#shared/platform/aws/environment.ts';
import type { Account } from '#shared/platform/access/model.ts';
import type { ComposedMail, MailComposers } from '#shared/output/mail/deliver-account.ts';
import type { MailParameters } from '#shared/output/mail/requests.ts';
import type { MailLanguage, MailText } from '#shared/output/mail/layout.ts';
import { activeAccount, composeMail } from './account-mail.ts';

/** Mails about changes of the ways into an account, so that a person notices if somebody else has made them. */

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

const passkeyRemovedText = (language: MailLanguage, name: string, passkey: string, link: string): MailText =>
  language === 'ro'
    ? {
        subject: 'A fost ștearsă o cheie de acces',
        greeting: `Bună ziua, ${name},`,
        paragraphs: [
          `Din contul dumneavoastră a fost ștearsă cheia de acces „${passkey}”. Cu ea nu vă mai puteți autentifica.`,
          'Dacă nu ați fost dumneavoastră, schimbați parola și încheiați celelalte autentificări.',
        ],
        action: { label: 'Deschid aplicația', link },
      }
    : {
        subject: 'A passkey was removed',
        greeting: `Hello ${name},`,
        paragraphs: [
          `The passkey “${passkey}” was removed from your account. It no longer lets you log in.`,
          'If it was not you, change your password and end the other logins.',
        ],
        action: { label: 'Open the application', link },
      };

type KeyChange = MailParameters['api-key-changed']['change'];

const KEY_CHANGES: Record<MailLanguage, Record<KeyChange, { subject: string; text: (key: string) => string }>> = {
  ro: {
    created: { subject: 'A fost creată o cheie API', text: key => `În contul dumneavoastră a fost creată cheia API „${key}”.` },
    rotated: {
      subject: 'O cheie API a fost înlocuită',
      text: key => `Cheia API „${key}” a fost înlocuită cu una nouă; cea veche nu mai este valabilă.`,
    },
    widened: { subject: 'O cheie API are mai multe drepturi', text: key => `Cheia API „${key}” a primit mai multe drepturi.` },
  },
  en: {
    created: { subject: 'An API key was created', text: key => `The API key “${key}” was created in your account.` },
    rotated: {
      subject: 'An API key was replaced',
      text: key => `The API key “${key}” was replaced by a new one; the old one is no longer valid.`,
    },
    widened: { subject: 'An API key may do more', text: key => `The API key “${key}” was given more scopes.` },
  },
};

function apiKeyText(language: MailLanguage, name: string, { key, change }: { key: string; change: KeyChange }): MailText {
  const { subject, text } = KEY_CHANGES[language][change];
  const link = environment('appUrl');
  return language === 'ro'
    ? {
        subject,
        greeting: `Bună ziua, ${name},`,
        paragraphs: [
          `${text(key)} Programele care o au acționează în numele dumneavoastră, și după ce vă schimbați parola.`,
          'Dacă nu ați fost dumneavoastră, revocați cheia, schimbați parola și încheiați celelalte autentificări.',
        ],
        action: { label: 'Deschid aplicația', link },
      }
    : {
        subject,
        greeting: `Hello ${name},`,
        paragraphs: [
          `${text(key)} Programs that have it act in your name, also after a change of your password.`,
          'If it was not you, revoke the key, change your password and end the other logins.',
        ],
        action: { label: 'Open the application', link },
      };
}

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

async function notice(userId: string, compose: (account: Account) => ComposedMail | null): Promise<ComposedMail | null> {
  const account = await activeAccount(userId);
  return account ? compose(account) : null;
}

export const securityMails = {
  'passkey-added': ({ userId, name: passkey }) =>
    notice(userId, account =>
      composeMail(account, (language, name) => passkeyText(language, name, passkey, environment('appUrl'))),
    ),
  'passkey-removed': ({ userId, name: passkey }) =>
    notice(userId, account =>
      composeMail(account, (language, name) => passkeyRemovedText(language, name, passkey, environment('appUrl'))),
    ),
  'api-key-changed': ({ userId, name: key, change }) =>
    notice(userId, account => composeMail(account, (language, name) => apiKeyText(language, name, { key, change }))),
  'second-factor-enabled': ({ userId }) =>
    notice(userId, account => composeMail(account, (language, name) => secondFactorText(language, name, environment('appUrl')))),
} satisfies Partial<MailComposers>;
