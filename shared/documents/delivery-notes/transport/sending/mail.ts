import { activeAccount, composeMail } from '#shared/accounts/identity/account/account-mail.ts';
import { dottedDate } from '#shared/base/kernel/dates.ts';
import type { ComposedMail } from '#shared/output/mail/deliver-account.ts';
import type { MailLanguage, MailText } from '#shared/output/mail/layout.ts';
import type { MailParameters } from '#shared/output/mail/requests.ts';

type Parameters = MailParameters['transport-ends'];

const text = (language: MailLanguage, name: string, { number, uit, validUntil }: Parameters): MailText =>
  language === 'ro'
    ? {
        subject: `Codul UIT al avizului ${number} expiră la ${dottedDate(validUntil)}`,
        greeting: `Bună ziua, ${name},`,
        paragraphs: [
          `Codul UIT ${uit} al avizului ${number} este valabil până la ${dottedDate(validUntil)} inclusiv. După această zi bunurile nu mai pot circula cu el.`,
          'Dacă transportul nu s-a încheiat, declarați-l din nou; dacă datele s-au schimbat, corectați declarația.',
        ],
      }
    : {
        subject: `The UIT of delivery note ${number} expires on ${validUntil}`,
        greeting: `Hello ${name},`,
        paragraphs: [
          `The UIT ${uit} of delivery note ${number} is valid until ${validUntil}, that day included. After it the goods may not travel under it.`,
          'If the transport is not over by then, declare it again; if its data have changed, correct the declaration.',
        ],
      };

/**
 * The reminder to the user who declared a transport that its identifier expires (OUG 41/2022 art. 11); null if the account is
 * closed.
 */
export async function composeTransportEnds(parameters: Parameters): Promise<ComposedMail | null> {
  const account = await activeAccount(parameters.userId);
  return account ? composeMail(account, (language, name) => text(language, name, parameters)) : null;
}
