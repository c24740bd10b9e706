import { dottedDate } from '#shared/base/kernel/dates.ts';
import { invalidFields, notFound } from '#shared/base/kernel/errors.ts';
import type { Company } from '#shared/model/company.ts';
import { STATEMENT } from '#shared/model/kinds.ts';
import { statedBalances } from '#shared/model/ledger/statement.ts';
import type { MailingContext } from '#shared/output/mail/documents/accept.ts';
import type { EmailBody } from '#shared/output/mail/documents/input.ts';
import type { AcceptingKind, MailableDocument } from '#shared/output/mail/documents/kind.ts';
import type { MailLanguage } from '#shared/output/mail/documents/model.ts';
import { suppressedAmong } from '#shared/output/mail/documents/suppression.ts';
import { withConditions } from '#shared/output/mail/templates/variables.ts';
import { shownAmount, type TemplateValues } from '#shared/output/mail/variables.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import type { StatementAsked, StatementEmailBody } from './asked.ts';
import { askedAgain, statementPdfName } from './identity.ts';
import { readStatement, type Statement } from './read.ts';

/** Subject and text when the sender gives none. */
const WORDS: Record<MailLanguage, { subject: string; body: string }> = {
  ro: {
    subject: 'Confirmare de sold la [[statement_date]] de la [[company_name]]',
    body:
      'Bună ziua,\n\nVă transmitem atașat extrasul de cont la **[[statement_date]]**, cu soldul de **[[balance]]**. Vă rugăm să ni-l ' +
      'returnați semnat sau să ne comunicați diferențele.\n\nCu stimă,\n[[company_name]]',
  },
  en: {
    subject: 'Balance confirmation at [[statement_date]] from [[company_name]]',
    body:
      'Hello,\n\nPlease find attached our statement of account at **[[statement_date]]**, with a balance of **[[balance]]**. ' +
      'Please return it signed, or tell us the differences.\n\nKind regards,\n[[company_name]]',
  },
};

const balanceText = (statement: Statement): string =>
  statedBalances(statement)
    .map(({ open, currency }) => `${shownAmount(open)} ${currency}`)
    .join(', ');

const valuesOf = (statement: Statement, { name, cif, email, phone }: Company): TemplateValues =>
  withConditions({
    ...{ client_name: statement.partner.name, statement_date: dottedDate(statement.day), balance: balanceText(statement) },
    ...{ company_name: name, company_cif: cif, company_email: email ?? '', company_phone: phone ?? '' },
  });

/**
 * How shared/output/mail accepts mails with the statement that a request asks for. It is not stored: its id is that of the partner, and
 * the mail has what it is made from (`premise`).
 */
function acceptingStatements(asked: StatementAsked): AcceptingKind {
  const kind: AcceptingKind = {
    ...STATEMENT,
    read: async companyId => {
      const statement = await readStatement(companyId, asked);
      return statement && { ...mailed(statement), kind, companyId };
    },
    historyWrites: () => [],
  };
  return kind;
}

const mailed = (statement: Statement): Omit<MailableDocument, 'kind' | 'companyId'> => ({
  id: statement.partner.id,
  number: statement.day,
  pdfName: statementPdfName(statement),
  premise: JSON.stringify(askedAgain(statement)),
  toPerson: statement.partner.isPerson,
  language: statement.language,
  hasXml: false,
  refusal: () => undefined,
  recipient: () => Promise.resolve(statement.partner.email),
  defaultWords: ({ language }) => ({ ...WORDS[language], templateId: null }),
  valuesFor: (_, company) => Promise.resolve(valuesOf(statement, company)),
});

export interface StatementMailing {
  kind: AcceptingKind;
  context: MailingContext;
  body: EmailBody;
}

/** Reads what accepting a mail with a statement needs. @throws 404 without such a partner; 422 when nobody is stated to get it */
export async function readStatementMailing(company: CompanyId, body: StatementEmailBody): Promise<StatementMailing> {
  const { asked, subject, body: text } = body;
  const kind = acceptingStatements(asked);
  const document = await kind.read(company, asked.partnerId);
  if (!document) throw notFound(asked.of === 'client' ? 'Client' : 'Supplier');
  const to = body.to ?? (await document.recipient());
  if (to === null) throw invalidFields({ to: [`is required: the ${asked.of} has no address`] });
  return {
    kind,
    context: { document, templates: [], suppressed: await suppressedAmong(company, [to]) },
    body: {
      ...{ to, cc: null, bcc: null, subject, body: text, language: document.language, templateId: null },
      ...{ attachPdf: true, attachXml: false, tracking: undefined, force: false },
    },
  };
}
