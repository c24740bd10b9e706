import { readCompany } from '#shared/platform/access/records.ts';
import { environment } from '#shared/platform/aws/environment.ts';
import { activeAccount, composeMail } from '#shared/accounts/identity/account/account-mail.ts';
import { localDay } from '#shared/base/kernel/clock.ts';
import { dottedDate } from '#shared/base/kernel/dates.ts';
import type { ComposedMail } from '#shared/output/mail/deliver-account.ts';
import type { MailLanguage, MailText } from '#shared/output/mail/layout.ts';
import type { MailParameters } from '#shared/output/mail/requests.ts';

/** The mail to an owner of a deleted company that has documents in their retention period. */

interface Facts {
  company: string;
  /** `dd.mm.yyyy`, in Romania; null: the documents are kept. */
  purgeDay: string | null;
}

function textOf(language: MailLanguage, name: string, { company, purgeDay }: Facts, link: string): MailText {
  if (language === 'ro') {
    const action = { label: 'Deschideți aplicația', link };
    return purgeDay === null
      ? {
          subject: `Firma ${company} a fost ștearsă; documentele ei se păstrează`,
          greeting: `Bună ziua, ${name},`,
          paragraphs: [
            `Firma ${company} a fost ștearsă. În primele 5 zile poate fi restaurată.`,
            'Unele documente ale ei sunt în termenul legal de păstrare, de aceea nu sunt eliminate. Exportați arhiva lor, sau confirmați că nu aveți nevoie de ea, și vor fi eliminate după 30 de zile; altfel se păstrează până la sfârșitul termenului.',
          ],
          action,
        }
      : {
          subject: `Datele firmei ${company} vor fi eliminate la ${purgeDay}`,
          greeting: `Bună ziua, ${name},`,
          paragraphs: [
            `Firma ${company} a fost ștearsă, iar toate datele și documentele ei vor fi eliminate definitiv la ${purgeDay}.`,
            'Până atunci puteți exporta arhiva documentelor. Obligația de a păstra documentele în termenul legal rămâne a firmei.',
          ],
          action,
        };
  }
  const action = { label: 'Open the application', link };
  return purgeDay === null
    ? {
        subject: `${company} was deleted; its documents are kept`,
        greeting: `Hello ${name},`,
        paragraphs: [
          `The company ${company} was deleted. It can be restored for 5 days.`,
          'Some of its documents are in their legal retention period, and so are not erased. Export their archive, or confirm that you need none, and they will be erased 30 days later; otherwise they are kept until that period ends.',
        ],
        action,
      }
    : {
        subject: `The data of ${company} will be erased on ${purgeDay}`,
        greeting: `Hello ${name},`,
        paragraphs: [
          `The company ${company} was deleted, and all its data and documents will be permanently erased on ${purgeDay}.`,
          'Until then you can export the archive of its documents. The company remains obliged to keep its documents for the legal retention period.',
        ],
        action,
      };
}

/** The mail; null when the owner's account is closed, or the company was restored. */
export async function composeCompanyDeleted({
  userId,
  companyId,
  purgeAt,
}: MailParameters['company-deleted']): Promise<ComposedMail | null> {
  const [account, company] = await Promise.all([activeAccount(userId), readCompany(companyId)]);
  if (!account || !company || company.deletedAt === null) return null;
  const facts = { company: company.name, purgeDay: purgeAt && dottedDate(localDay(purgeAt)) };
  return composeMail(account, (language, name) => textOf(language, name, facts, environment('appUrl')));
}
