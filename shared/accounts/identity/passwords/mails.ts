import { environment } from '#shared/platform/aws/environment.ts';
import { linkWithToken } from '../links.ts';
import type { MailComposers } from '#shared/output/mail/deliver-account.ts';
import type { MailLanguage, MailText } from '#shared/output/mail/layout.ts';
import { activeAccount, composeForAnyAddress, greeting } from '../account/account-mail.ts';
import { isOfEpoch } from '#shared/platform/access/epoch.ts';
import type { ApiToken } from '#shared/platform/access/model.ts';
import { isInForce, readApiTokens } from '../api-tokens/store.ts';
import { newReset } from './reset-token.ts';

/** The mails about a person's password. */

const resetText = (language: MailLanguage, name: string | null, link: string): MailText =>
  language === 'ro'
    ? {
        subject: 'Alegeți o parolă nouă',
        greeting: greeting(language, name),
        paragraphs: ['Cineva a cerut o parolă nouă pentru contul dumneavoastră. Dacă ați fost dumneavoastră, alegeți-o acum.'],
        action: { label: 'Aleg parola', link },
        note: 'Legătura este valabilă o oră și poate fi folosită o singură dată. Dacă nu ați cerut nimic, ignorați acest mesaj: parola rămâne cea de acum.',
      }
    : {
        subject: 'Choose a new password',
        greeting: greeting(language, name),
        paragraphs: ['Somebody asked for a new password for your account. If it was you, choose it now.'],
        action: { label: 'Choose password', link },
        note: 'The link is valid for one hour and works once. If you did not ask for it, ignore this message: your password stays as it is.',
      };

/** The mail lists so many keys, and counts the others. */
const MOST_LISTED = 20;

/** The keys by name and first characters, as the application lists them. */
function listed(keys: readonly Pick<ApiToken, 'name' | 'tokenPrefix'>[]): string {
  const first = keys.slice(0, MOST_LISTED).map(({ name, tokenPrefix }) => `${name} (${tokenPrefix}…)`);
  return [...first, ...(keys.length > first.length ? [`+${keys.length - first.length}`] : [])].join(', ');
}

/** A new password leaves API keys in force: the mail lists them, so that one that somebody else has made does not stay unnoticed. */
export const changedText = (
  language: MailLanguage,
  name: string | null,
  { link, keys }: { link: string; keys: readonly Pick<ApiToken, 'name' | 'tokenPrefix'>[] },
): MailText =>
  language === 'ro'
    ? {
        subject: 'Parola a fost schimbată',
        greeting: greeting(language, name),
        paragraphs: [
          'Parola contului dumneavoastră a fost schimbată, iar toate autentificările de până acum au fost încheiate.',
          'Dacă nu ați fost dumneavoastră, cereți imediat o parolă nouă.',
          ...(keys.length === 0
            ? []
            : [
                `Rămân valabile aceste chei API: ${listed(keys)}.`,
                'Dacă pe vreuna nu o cunoașteți, revocați-le pe toate: autentificați-vă și alegeți revocarea tuturor cheilor (în API: DELETE /api/v1/api-tokens).',
              ]),
        ],
        action: { label: 'Deschid aplicația', link },
      }
    : {
        subject: 'Your password was changed',
        greeting: greeting(language, name),
        paragraphs: [
          'The password of your account was changed, and all earlier logins were ended.',
          'If it was not you, ask for a new password at once.',
          ...(keys.length === 0
            ? []
            : [
                `These API keys are still valid: ${listed(keys)}.`,
                'If you do not know one of them, revoke all: log in and choose to revoke all keys (in the API: DELETE /api/v1/api-tokens).',
              ]),
        ],
        action: { label: 'Open the application', link },
      };

export const passwordMails = {
  'reset-password': async ({ userId }) => {
    const account = await activeAccount(userId);
    if (!account || account.passwordHash === null) return null;
    // Created here and not when the mail was requested, so that the token is never stored outside the mail.
    const { token, write } = newReset(userId);
    const link = linkWithToken('/reset-password', token);
    return composeForAnyAddress(account, (language, name) => resetText(language, name, link), [write]);
  },
  'password-changed': async ({ userId }) => {
    const [account, tokens] = await Promise.all([activeAccount(userId), readApiTokens(userId)]);
    if (!account) return null;
    // An account with an unconfirmed email cannot make keys; their names would be texts that somebody chose.
    const keys = account.emailConfirmed ? tokens.filter(isInForce).filter(token => isOfEpoch(token, account)) : [];
    return composeForAnyAddress(account, (language, name) => changedText(language, name, { link: environment('appUrl'), keys }));
  },
} satisfies Partial<MailComposers>;
