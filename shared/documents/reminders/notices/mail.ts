import { environment } from '#shared/platform/aws/environment.ts';
import { readAccount, readCompany } from '#shared/platform/access/records.ts';
import { fullName } from '#shared/platform/access/model.ts';
import { isNoticed } from '#shared/platform/access/noticed.ts';
import { dottedDate } from '#shared/base/kernel/dates.ts';
import { html, type SafeHtml } from '#shared/base/kernel/html.ts';
import type { ComposedMail } from '#shared/output/mail/deliver-account.ts';
import { button, framed, mailLanguage, type MailLanguage, smallPrint } from '#shared/output/mail/layout.ts';
import type { DueGroup, MailParameters } from '#shared/output/mail/requests.ts';
import { shownAmount } from '#shared/output/mail/variables.ts';

/** The mail that tells a member, in their language, which invoices fall due. */

interface Words {
  subject(company: string): string;
  greeting(name: string): string;
  intro(company: string): string;
  groups: Record<DueGroup['when'], (date: string) => string>;
  more(count: number): string;
  total: string;
  action: string;
  note: string;
}

const WORDS: Record<MailLanguage, Words> = {
  ro: {
    subject: company => `Facturi de încasat – ${company}`,
    greeting: name => `Bună ziua, ${name},`,
    intro: company => `Facturile neîncasate ale firmei ${company} care ajung la scadență:`,
    groups: {
      yesterday: date => `Scadente ieri, ${date}`,
      today: date => `Scadente astăzi, ${date}`,
      in_3_days: date => `Scadente peste 3 zile, la ${date}`,
    },
    more: count =>
      count === 1 ? 'și încă o factură' : `și încă ${count}${count % 100 < 20 && count % 100 > 0 ? '' : ' de'} facturi`,
    total: 'Total',
    action: 'Deschid aplicația',
    note: 'Primiți acest mesaj pentru că puteți înregistra încasări în această firmă. Se poate opri din setările de reamintire.',
  },
  en: {
    subject: company => `Invoices to be collected – ${company}`,
    greeting: name => `Hello ${name},`,
    intro: company => `Unpaid invoices of ${company} that are falling due:`,
    groups: {
      yesterday: date => `Due yesterday, ${date}`,
      today: date => `Due today, ${date}`,
      in_3_days: date => `Due in 3 days, on ${date}`,
    },
    more: count => (count === 1 ? 'and one more invoice' : `and ${count} more invoices`),
    total: 'Total',
    action: 'Open the application',
    note: 'You get this message because you may record payments in this company. It can be switched off in the reminder settings.',
  },
};

const money = ({ balance, currency }: { balance: string; currency: string }): string => `${shownAmount(balance)} ${currency}`;

const sumsOf = ({ sums }: DueGroup): string => sums.map(money).join(' + ');

const headOf = ({ groups }: Words, { when, dueDate }: DueGroup): string => groups[when](dottedDate(dueDate));

function asText(words: Words, group: DueGroup): string {
  const rest = group.count - group.invoices.length;
  return [
    `${headOf(words, group)}:`,
    ...group.invoices.map(invoice => `- ${[invoice.number, invoice.clientName, money(invoice)].filter(Boolean).join(' · ')}`),
    ...(rest > 0 ? [`- ${words.more(rest)}`] : []),
    `${words.total}: ${sumsOf(group)}`,
  ].join('\n');
}

const CELL = 'padding:6px 0;border-top:1px solid #e4e7eb;vertical-align:top';

function asTable(words: Words, group: DueGroup): SafeHtml {
  const rest = group.count - group.invoices.length;
  const line = ({ number, clientName, balance, currency }: DueGroup['invoices'][number]): SafeHtml => html`
    <tr>
      <td style="${CELL};padding-right:12px;white-space:nowrap">${number}</td>
      <td style="${CELL};padding-right:12px">${clientName}</td>
      <td style="${CELL};text-align:right;white-space:nowrap">${money({ balance, currency })}</td>
    </tr>
  `;
  return html`
    <p style="margin:24px 0 8px"><strong>${headOf(words, group)}</strong></p>
    <table width="100%" cellpadding="0" cellspacing="0" style="font-size:14px;line-height:20px">
      ${group.invoices.map(line)}
      ${
        rest > 0 &&
        html`<tr>
          <td colspan="3" style="${CELL}">${words.more(rest)}</td>
        </tr>`
      }
      <tr>
        <td colspan="2" style="${CELL}"><strong>${words.total}</strong></td>
        <td style="${CELL};text-align:right"><strong>${sumsOf(group)}</strong></td>
      </tr>
    </table>
  `;
}

interface Notice {
  companyName: string;
  groups: readonly DueGroup[];
}

/** Subject, text and HTML of a notice. Pure. @param name of the member */
export function noticeOf({ companyName, groups }: Notice, language: MailLanguage, name: string, link: string) {
  const words = WORDS[language];
  const subject = words.subject(companyName).replace(/\s+/g, ' ').slice(0, 255);
  const [greeting, intro] = [words.greeting(name), words.intro(companyName)];
  const text = [greeting, intro, ...groups.map(group => asText(words, group)), `${words.action}:\n${link}`, words.note].join(
    '\n\n',
  );
  const content = html`
    <p style="margin:0 0 16px">${greeting}</p>
    <p style="margin:0">${intro}</p>
    ${groups.map(group => asTable(words, group))} ${button({ label: words.action, link })} ${smallPrint(words.note)}
  `;
  return { subject, text: `${text}\n`, html: framed(language, subject, content) };
}

/** The notice; null when the member may no longer receive it. */
export async function composeNotice({
  userId,
  companyId,
  companyName,
  groups,
}: MailParameters['due-invoices']): Promise<ComposedMail | null> {
  const [{ account, memberships }, company] = await Promise.all([readAccount(userId), readCompany(companyId)]);
  if (!account || !company || company.deletedAt !== null) return null;
  if (!memberships.some(membership => isNoticed(membership, account, company))) return null;
  const notice = noticeOf({ companyName, groups }, mailLanguage(account.locale), fullName(account), environment('appUrl'));
  return { message: { to: account.email, ...notice }, writes: [] };
}
