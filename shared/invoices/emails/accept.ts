import type { Actor } from '../../access/model.ts';
import { COMPANY_WINDOWS } from '../../lambda/limits/policies.ts';
import { windowWrites } from '../../lambda/limits/sliding-window.ts';
import { instant } from '../../kernel/clock.ts';
import { forbidden, notFound, validation } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { amount, decimal, sum } from '../../kernel/money.ts';
import { type EmailTemplate, TEMPLATE_PREFIX } from '../../mail/templates.ts';
import type { Company } from '../../model/company.ts';
import { getItems, queryRows } from '../../store/read.ts';
import { readSet } from '../../store/record-set.ts';
import { type CompanyId, companyScope, type Item } from '../../store/table.ts';
import { type Commit, create, retryOnContention, type Write } from '../../store/transact.ts';
import { newEvent, personOf } from '../../documents/timeline.ts';
import type { PersonRef } from '../../model/document.ts';
import type { Invoice } from '../../model/invoice.ts';
import { headerWrites } from '../../documents/store.ts';
import { INVOICES } from '../store.ts';
import { readInvoiceHeader } from '../header.ts';
import { listPartitions } from '../../documents/list-partitions.ts';
import type { InvoiceRow } from '../../model/invoice-row.ts';
import type { EmailBody } from './input.ts';
import { type EmailMetadata, emailItem, type InvoiceEmail, type Unwanted, unwantedKey } from './model.ts';
import { asksOutstanding, bodyOf, defaultWords, subjectOf, valuesOf } from './texts.ts';

/** A document that may be mailed: neither a draft nor cancelled. @throws 404, 422 */
export function mailable(invoice: Invoice | undefined): Invoice {
  if (!invoice) throw notFound('Invoice');
  const { status } = invoice;
  if (status !== 'draft' && status !== 'cancelled') return invoice;
  throw validation(`An invoice in status ${status} cannot be e-mailed.`, {
    status,
    reason: status === 'draft' ? 'not_issued' : 'cancelled',
  });
}

export interface MailingContext {
  invoice: Invoice;
  templates: EmailTemplate[];
  /** Of the recipients, those who bounced or complained. */
  unwanted: Unwanted[];
}

/** What mailing reads: one parallel round trip. @throws 404, 422 */
export async function readForMailing(
  company: CompanyId,
  invoiceId: string,
  body: EmailBody | undefined,
): Promise<MailingContext> {
  const recipients = body ? [body.to, ...body.cc, ...body.bcc] : [];
  const [invoice, { records: templates }, unwanted] = await Promise.all([
    readInvoiceHeader(company, invoiceId),
    readSet<EmailTemplate>(company, TEMPLATE_PREFIX),
    recipients.length > 0 ? getItems(recipients.map(address => unwantedKey(company, address))) : [],
  ]);
  return {
    invoice: mailable(invoice),
    templates,
    unwanted: (unwanted as ((Item & { data: Unwanted }) | undefined)[]).flatMap(item => (item ? [item.data] : [])),
  };
}

export interface MailingRequest {
  context: MailingContext;
  company: Company;
  body: EmailBody;
  by: Actor;
  commit: Commit<InvoiceEmail>;
}

/**
 * Accepts a mail with a document (completions-documents §1.10). It is sent by a worker that the accepting transaction sets going: what
 * is answered is sent, and what is refused is not.
 *
 * @throws 403 when the sender's own address is not verified, 404 for an unknown template, 422 for a recipient who bounced or
 * complained and a file that there is not, 429 above the company's hourly number.
 */
export async function acceptEmail({ context, company, body, by, commit }: MailingRequest): Promise<InvoiceEmail> {
  const { invoice, templates, unwanted } = context;
  if (!by.account.emailConfirmed) {
    throw forbidden('sender_not_verified', 'Your own email address must be confirmed before you can send mails.');
  }
  const named = body.templateId ? templateOf(templates, body.templateId) : undefined;
  if (body.attachXml && !invoice.xmlPath)
    throw validation('The invoice has no XML.', { attachXml: ['the XML is not generated'] });
  if (unwanted.length > 0 && !body.force) throw refusedRecipients(body, unwanted);
  const words = await wordsOf(context, company, body, named);
  const email = newEmail(invoice, { ...body, ...words }, personOf(by));
  return retryOnContention(async attempt => {
    const current = attempt === 0 ? invoice : mailable(await readInvoiceHeader(companyScope(company.id), invoice.id));
    return commit(emailWrites(current, email), email);
  });
}

function templateOf(templates: readonly EmailTemplate[], id: string): EmailTemplate {
  const template = templates.find(one => one.id === id);
  if (!template) throw notFound('Email template');
  if (template.category !== 'invoice') {
    throw validation('The template is not for invoices.', { templateId: [`is a template of ${template.category}`] });
  }
  return template;
}

function refusedRecipients({ to, cc, bcc }: EmailBody, unwanted: readonly Unwanted[]): Error {
  const refused = new Map(unwanted.map(one => [one.address, one.reason]));
  const said = (address: string): string[] => {
    const reason = refused.get(address.toLowerCase());
    return reason
      ? [`${address} ${reason === 'bounce' ? 'does not exist' : 'complained about earlier mails'}; force sends anyway`]
      : [];
  };
  const fields = { to: said(to), cc: cc.flatMap(said), bcc: bcc.flatMap(said) };
  return validation(
    'A recipient does not want mails, or cannot get any.',
    Object.fromEntries(Object.entries(fields).filter(([, messages]) => messages.length > 0)),
  );
}

type Typed = Pick<EmailBody, 'subject' | 'body' | 'language'>;

/**
 * Subject and body, the sender's own or those of the template, with variables filled in.
 *
 * @param write how the body is filled in: for rendering, unless it is shown to be edited
 */
export async function wordsOf(
  { invoice, templates }: Pick<MailingContext, 'invoice' | 'templates'>,
  company: Company,
  typed: Typed,
  named?: EmailTemplate,
  write: typeof bodyOf = bodyOf,
): Promise<{ subject: string; body: string; templateId: string | null }> {
  const byDefault = defaultWords(templates, typed.language, invoice, named);
  const [subject, body] = [typed.subject ?? byDefault.subject, typed.body ?? byDefault.body];
  const outstanding = asksOutstanding(subject, body) ? await outstandingOf(invoice) : null;
  const values = valuesOf(invoice, company, outstanding);
  return { subject: subjectOf(subject, values), body: write(body, values), templateId: byDefault.templateId };
}

/** All that the client owes in the document's currency. */
async function outstandingOf(invoice: Invoice): Promise<string> {
  if (!invoice.clientId) return invoice.balance;
  const rows = await queryRows<InvoiceRow>('gsi3', { partition: listPartitions.client(invoice.companyId, invoice.clientId) });
  const open = rows.filter(
    row =>
      row.currency === invoice.currency &&
      row.direction === 'outgoing' &&
      !row.selfBilled &&
      row.status !== 'draft' &&
      row.status !== 'cancelled' &&
      decimal(row.balance).gt(0),
  );
  return amount(sum(open.map(row => row.balance)));
}

type Asked = Pick<EmailBody, 'to' | 'cc' | 'bcc' | 'attachPdf' | 'attachXml' | 'language' | 'tracking'> & {
  subject: string;
  body: string;
};

/** A mail that is about to be accepted. */
export const newEmail = (
  invoice: Invoice,
  { to, cc, bcc, subject, body, attachPdf, attachXml, language, tracking }: Asked,
  sentBy: PersonRef,
  metadata: EmailMetadata | null = null,
): InvoiceEmail => ({
  id: newId(),
  companyId: invoice.companyId,
  invoiceId: invoice.id,
  to,
  cc,
  bcc,
  subject,
  body,
  language,
  attachPdf,
  attachXml,
  attachments: [...(attachPdf ? [`${invoice.number}.pdf`] : []), ...(attachXml ? [`${invoice.number}.xml`] : [])],
  tracking,
  sentAt: instant(),
  sentBy,
  deliveryStatus: 'queued',
  openedAt: null,
  clickedAt: null,
  bouncedAt: null,
  bounceReason: null,
  metadata,
  state: 'pending',
  tries: 0,
  leaseUntil: 0,
  messageId: null,
});

/**
 * The writes that accept a mail: history and request, timeline, the company's hourly number. They fail with `ConditionFailed` when the
 * document has changed since it was read: it may not be mailed any more.
 */
export function emailWrites(invoice: Invoice, email: InvoiceEmail): Write[] {
  const company = companyScope(invoice.companyId);
  const { to, subject, attachments, sentBy } = email;
  const event = newEvent('email_sent', null, `E-mailed to ${to}`, sentBy.id === null ? null : sentBy, {
    to,
    subject,
    attachments,
  });
  return [
    create(emailItem(company, email)),
    ...headerWrites(INVOICES, [{ before: invoice, after: { ...invoice }, recorded: [{ event }] }]),
    ...windowWrites(COMPANY_WINDOWS.documentEmails, `email#${company}`),
  ];
}
