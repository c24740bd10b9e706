import { environment } from '#shared/platform/aws/environment.ts';
import type { MailComposers } from '#shared/output/mail/deliver-account.ts';
import type { MailLanguage, MailText } from '#shared/output/mail/layout.ts';
import { activeAccount, composeMail } from '../account/account-mail.ts';
import { REMOVABLE, readRemoved, type Removable, type Removed } from './removed.ts';

/** The mail to the owner of an address who has taken over the account that somebody registered with it. */

const NAMES: Record<MailLanguage, Record<Removable, string>> = {
  ro: {
    apiKeys: 'chei API',
    passkeys: 'chei de acces',
    secondFactors: 'autentificarea în doi pași',
    members: 'membri ai organizației',
    invitations: 'invitații',
    authorityConnections: 'conectări la autoritatea fiscală',
    licenceKeys: 'chei de licență',
    webhooks: 'adrese care primeau evenimente (webhooks)',
    shareLinks: 'legături către documente',
    standingCopies: 'adrese care primeau copii ale mesajelor',
    bankAccounts: 'conturi bancare',
    payees: 'beneficiari ai plății din ciorne',
    contacts: 'date de contact ale firmelor',
    emailTemplates: 'șabloane de e-mail',
    reminderTexts: 'texte ale mementourilor',
    pdfConfigurations: 'setări ale PDF-urilor',
    logos: 'sigle',
  },
  en: {
    apiKeys: 'API keys',
    passkeys: 'passkeys',
    secondFactors: 'two-factor authentication',
    members: 'members of the organization',
    invitations: 'invitations',
    authorityConnections: 'connections to the tax authority',
    licenceKeys: 'licence keys',
    webhooks: 'addresses that received events (webhooks)',
    shareLinks: 'links to documents',
    standingCopies: 'addresses that received copies of mails',
    bankAccounts: 'bank accounts',
    payees: 'payees of drafts',
    contacts: 'contact details of companies',
    emailTemplates: 'e-mail templates',
    reminderTexts: 'texts of reminders',
    pdfConfigurations: 'settings of PDFs',
    logos: 'logos',
  },
};

/** Counts and fixed names only: what the registrant has typed must not reach the owner. Pure. */
export function takeoverText(language: MailLanguage, name: string, removed: Removed, link: string): MailText {
  const list = REMOVABLE.filter(one => removed[one]).map(one => `${NAMES[language][one]} (${removed[one]})`);
  return language === 'ro'
    ? {
        subject: 'Contul este acum al dumneavoastră',
        greeting: `Bună ziua, ${name},`,
        paragraphs: [
          'Adresa dumneavoastră de e-mail fusese înregistrată fără să fie confirmată. Ați dovedit că este a dumneavoastră, iar ce fusese pregătit în cont de altcineva ar fi putut îndrepta bani sau documente spre alții.',
          `De aceea au fost șterse: ${list.join(', ')}.`,
          'Documentele, clienții și produsele au rămas. Dacă dumneavoastră le-ați pregătit pe toate, adăugați-le din nou.',
        ],
        action: { label: 'Deschid aplicația', link },
      }
    : {
        subject: 'The account is now yours',
        greeting: `Hello ${name},`,
        paragraphs: [
          'Your email address had been registered without being confirmed. You have proved that it is yours, and what somebody else had set up in the account could have directed money or documents to others.',
          `So this was removed: ${list.join(', ')}.`,
          'Documents, clients and products have stayed. If you had set all of it up yourself, add it again.',
        ],
        action: { label: 'Open the application', link },
      };
}

export const takeoverMails = {
  'account-taken-over': async ({ userId }) => {
    const [account, removed] = await Promise.all([activeAccount(userId), readRemoved(userId)]);
    if (!account || Object.keys(removed).length === 0) return null;
    return composeMail(account, (language, name) => takeoverText(language, name, removed, environment('appUrl')));
  },
} satisfies Partial<MailComposers>;
