import { environment } from '#shared/platform/aws/environment.ts';
import { readAccount, readCompany } from '#shared/platform/access/records.ts';
import { isNoticed } from '#shared/platform/access/noticed.ts';
import { composeMail } from '#shared/accounts/identity/account/account-mail.ts';
import type { ComposedMail } from '#shared/output/mail/deliver-account.ts';
import type { MailLanguage, MailText } from '#shared/output/mail/layout.ts';
import type { MailParameters, PastCounts } from '#shared/output/mail/requests.ts';
import { MOST_COUNTED } from './past.ts';

/** The yearly mail about what of a company is past its time. */

type Facts = Pick<MailParameters['past-retention'], 'companyName' | 'past'>;

const NAMES: Record<MailLanguage, Record<keyof PastCounts, string>> = {
  ro: { drafts: 'ciorne și proforme', documents: 'documente', clients: 'clienți fără documente' },
  en: { drafts: 'drafts and proformas', documents: 'documents', clients: 'clients without documents' },
};
const AT_LEAST: Record<MailLanguage, string> = { ro: 'cel puțin', en: 'at least' };

const listOf = (language: MailLanguage, past: PastCounts): string =>
  (Object.keys(past) as (keyof PastCounts)[])
    .filter(sort => past[sort] > 0)
    .map(sort => `${NAMES[language][sort]}: ${past[sort] < MOST_COUNTED ? '' : `${AT_LEAST[language]} `}${past[sort]}`)
    .join('; ');

/** Pure. @param name of the member */
export function textOf(language: MailLanguage, name: string, { companyName, past }: Facts, link: string): MailText {
  const list = listOf(language, past);
  return language === 'ro'
    ? {
        subject: `Date cu termen de păstrare încheiat – ${companyName}`,
        greeting: `Bună ziua, ${name},`,
        paragraphs: [
          `Termenul de păstrare s-a încheiat pentru date ale firmei ${companyName}: ${list}.`,
          'Datele personale nu se păstrează mai mult decât este nevoie (GDPR art. 5). Termenele se aleg în setările firmei; ce le-a depășit se elimină definitiv numai la cererea dumneavoastră. Până atunci nu se șterge nimic.',
        ],
        action: { label: 'Deschideți aplicația', link },
        note: 'Primiți acest mesaj o dată pe an, pentru că puteți elimina datele acestei firme.',
      }
    : {
        subject: `Data past its retention – ${companyName}`,
        greeting: `Hello ${name},`,
        paragraphs: [
          `The retention period has ended for data of ${companyName}: ${list}.`,
          'Personal data are not kept for longer than they are needed (GDPR art. 5). The periods are chosen in the settings of the company; what is past them is permanently removed only when you ask for it. Until then nothing is deleted.',
        ],
        action: { label: 'Open the application', link },
        note: 'You get this message once a year, because you may remove the data of this company.',
      };
}

/** The mail; null when the member may no longer remove data of the company. */
export async function composePastRetention({
  userId,
  companyId,
  ...facts
}: MailParameters['past-retention']): Promise<ComposedMail | null> {
  const [{ account, memberships }, company] = await Promise.all([readAccount(userId), readCompany(companyId)]);
  if (!account || !company || company.deletedAt !== null) return null;
  if (!memberships.some(membership => isNoticed(membership, account, company, 'company.delete'))) return null;
  return composeMail(account, (language, name) => textOf(language, name, facts, environment('appUrl')));
}
