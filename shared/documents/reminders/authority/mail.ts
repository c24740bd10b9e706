import { environment } from '#shared/platform/aws/environment.ts';
import { fullName } from '#shared/platform/access/model.ts';
import { isNoticed } from '#shared/platform/access/noticed.ts';
import { readAccount, readCompany } from '#shared/platform/access/records.ts';
import { dottedDate } from '#shared/base/kernel/dates.ts';
import type { ComposedMail } from '#shared/output/mail/deliver-account.ts';
import { asHtml, asText, type MailText } from '#shared/output/mail/layout.ts';
import type { AuthorityWarning, MailParameters } from '#shared/output/mail/requests.ts';
import type { Language } from '#shared/model/document.ts';

/**
 * The mail that warns a member, in their language, that the connection to the tax authority expires, documents are no longer fetched, or
 * have to be sent.
 */

interface Words {
  subject(company: string): string;
  greeting(name: string): string;
  stale(company: string, since: string, days: number): string;
  lostIn(days: number): string;
  lost: string;
  ending(company: string, date: string, days: number): string;
  ended(company: string, date: string): string;
  unsent(company: string, date: string, numbers: string): string;
  renew: string;
  action: string;
  note: string;
}

const days = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`);

const WORDS: Record<Language, Words> = {
  ro: {
    subject: company => `e-Factura: este nevoie de dvs. – ${company}`,
    greeting: name => `Bună ziua, ${name},`,
    stale: (company, since, count) =>
      `Documentele firmei ${company} nu au mai fost preluate de la autoritatea fiscală din ${since}, de ${count}${count % 100 < 20 && count % 100 > 0 ? '' : ' de'} zile.`,
    lostIn: count =>
      `Autoritatea păstrează mesajele 60 de zile: peste ${days(count, 'zi', 'zile')} se pierd cele mai vechi facturi primite.`,
    lost: 'Autoritatea păstrează mesajele 60 de zile: de astăzi se pierd cele mai vechi facturi primite.',
    ending: (company, date, count) =>
      `Conexiunea firmei ${company} la autoritatea fiscală expiră la ${date}, peste ${days(count, 'zi', 'zile')}.`,
    ended: (company, date) => `Conexiunea firmei ${company} la autoritatea fiscală expiră astăzi, ${date}.`,
    unsent: (company, date, numbers) =>
      `Până la ${date} inclusiv, aceste documente ale firmei ${company} trebuie transmise autorității fiscale: ${numbers}.`,
    renew: 'Reînnoiți conexiunea, apoi porniți o sincronizare: fără ea nu se trimit și nu se primesc facturi.',
    action: 'Deschid aplicația',
    note: 'Primiți acest mesaj pentru că puteți folosi e-Factura în această firmă. Se poate opri din setările de reamintire.',
  },
  en: {
    subject: company => `E-invoices need your attention – ${company}`,
    greeting: name => `Hello ${name},`,
    stale: (company, since, count) =>
      `The documents of ${company} have not been fetched from the tax authority since ${since}, for ${count} days.`,
    lostIn: count =>
      `The authority keeps messages for 60 days: in ${days(count, 'day', 'days')} the oldest received invoices are lost.`,
    lost: 'The authority keeps messages for 60 days: from today on the oldest received invoices are lost.',
    ending: (company, date, count) =>
      `The connection of ${company} to the tax authority ends on ${date}, in ${days(count, 'day', 'days')}.`,
    ended: (company, date) => `The connection of ${company} to the tax authority ends today, ${date}.`,
    unsent: (company, date, numbers) =>
      `By ${date} these documents of ${company} have to be sent to the tax authority: ${numbers}.`,
    renew: 'Renew the connection, then start a synchronization: without it no invoices are sent or received.',
    action: 'Open the application',
    note: 'You get this message because you may use e-invoices in this company. It can be switched off in the reminder settings.',
  },
  de: {
    subject: company => `E-Rechnungen brauchen Ihre Aufmerksamkeit – ${company}`,
    greeting: name => `Guten Tag ${name},`,
    stale: (company, since, count) =>
      `Die Dokumente von ${company} wurden seit dem ${since}, seit ${count} Tagen, nicht mehr bei der Steuerbehörde abgeholt.`,
    lostIn: count =>
      `Die Behörde bewahrt Nachrichten 60 Tage auf: in ${days(count, 'Tag', 'Tagen')} gehen die ältesten empfangenen Rechnungen verloren.`,
    lost: 'Die Behörde bewahrt Nachrichten 60 Tage auf: ab heute gehen die ältesten empfangenen Rechnungen verloren.',
    ending: (company, date, count) =>
      `Die Verbindung von ${company} zur Steuerbehörde endet am ${date}, in ${days(count, 'Tag', 'Tagen')}.`,
    ended: (company, date) => `Die Verbindung von ${company} zur Steuerbehörde endet heute, am ${date}.`,
    unsent: (company, date, numbers) =>
      `Bis ${date} müssen diese Dokumente von ${company} der Steuerbehörde gesendet werden: ${numbers}.`,
    renew:
      'Erneuern Sie die Verbindung und starten Sie dann einen Abgleich: ohne sie werden keine Rechnungen gesendet oder empfangen.',
    action: 'Anwendung öffnen',
    note: 'Sie erhalten diese Nachricht, weil Sie in dieser Firma E-Rechnungen nutzen dürfen. Sie lässt sich in den Einstellungen der Erinnerungen abschalten.',
  },
  fr: {
    subject: company => `Les factures électroniques demandent votre attention – ${company}`,
    greeting: name => `Bonjour ${name},`,
    stale: (company, since, count) =>
      `Les documents de ${company} n’ont plus été récupérés auprès de l’administration fiscale depuis le ${since}, soit ${count} jours.`,
    lostIn: count =>
      `L’administration conserve les messages 60 jours : dans ${days(count, 'jour', 'jours')}, les plus anciennes factures reçues seront perdues.`,
    lost: 'L’administration conserve les messages 60 jours : dès aujourd’hui, les plus anciennes factures reçues sont perdues.',
    ending: (company, date, count) =>
      `La connexion de ${company} à l’administration fiscale prend fin le ${date}, dans ${days(count, 'jour', 'jours')}.`,
    ended: (company, date) => `La connexion de ${company} à l’administration fiscale prend fin aujourd’hui, le ${date}.`,
    unsent: (company, date, numbers) =>
      `D’ici le ${date}, ces documents de ${company} doivent être transmis à l’administration fiscale : ${numbers}.`,
    renew: 'Renouvelez la connexion, puis lancez une synchronisation : sans elle, aucune facture n’est envoyée ni reçue.',
    action: 'Ouvrir l’application',
    note: 'Vous recevez ce message parce que vous pouvez utiliser les factures électroniques dans cette société. Il peut être désactivé dans les réglages des rappels.',
  },
};

function sentencesOf(words: Words, company: string, warning: AuthorityWarning): string {
  if (warning.kind === 'stale') {
    const { since, days: count, daysLeft } = warning;
    return `${words.stale(company, dottedDate(since), count)} ${daysLeft > 0 ? words.lostIn(daysLeft) : words.lost}`;
  }
  if (warning.kind === 'unsent') {
    const { deadline, count, numbers } = warning;
    const rest = count - numbers.length;
    return words.unsent(company, dottedDate(deadline), `${numbers.join(', ')}${rest > 0 ? ` … (+${rest})` : ''}`);
  }
  const { endsOn, daysLeft } = warning;
  return daysLeft > 0 ? words.ending(company, dottedDate(endsOn), daysLeft) : words.ended(company, dottedDate(endsOn));
}

/** The text of a warning. Pure. @param name of the member */
export function warningOf(
  { companyName, warnings }: Pick<MailParameters['authority-warning'], 'companyName' | 'warnings'>,
  language: Language,
  name: string,
  link: string,
): MailText {
  const words = WORDS[language];
  return {
    subject: words.subject(companyName).replace(/\s+/g, ' ').slice(0, 255),
    greeting: words.greeting(name),
    paragraphs: [
      ...warnings.map(warning => sentencesOf(words, companyName, warning)),
      ...(warnings.some(({ kind }) => kind !== 'unsent') ? [words.renew] : []),
    ],
    action: { label: words.action, link },
    note: words.note,
  };
}

/** The warning; null when the member may no longer receive it. */
export async function composeAuthorityWarning({
  userId,
  companyId,
  companyName,
  warnings,
}: MailParameters['authority-warning']): Promise<ComposedMail | null> {
  const [{ account, memberships }, company] = await Promise.all([readAccount(userId), readCompany(companyId)]);
  if (!account || !company || company.deletedAt !== null) return null;
  if (!memberships.some(membership => isNoticed(membership, account, company, 'efactura.submit'))) return null;
  const text = warningOf({ companyName, warnings }, account.locale, fullName(account), environment('appUrl'));
  return {
    message: { to: account.email, subject: text.subject, text: asText(text), html: asHtml(account.locale, text) },
    writes: [],
  };
}
