import type { Actor } from '../../access/model.ts';
import { instant } from '../../kernel/clock.ts';
import { forbidden, notFound, validation } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { COMPANY_WINDOWS } from '../../lambda/limits/policies.ts';
import { windowWrites } from '../../lambda/limits/sliding-window.ts';
import type { Company } from '../../model/company.ts';
import type { PersonRef } from '../../model/document.ts';
import { NO_LEASE } from '../../store/lease.ts';
import { awaitsDispatch } from '../../store/outbox.ts';
import { getItems } from '../../store/read.ts';
import { type CompanyId, companyKey, companyScope, type Item } from '../../store/table.ts';
import { type Commit, create, retryOnContention, type Write } from '../../store/transact.ts';
import type { EmailTemplate } from '../templates/model.ts';
import { readTemplates } from '../templates/store.ts';
import type { EmailBody } from './input.ts';
import {
  type AcceptingKind,
  emailPrefix,
  type MailableDocument,
  type MailableKind,
  type MailKind,
  mustBeMailable,
} from './kind.ts';
import { type DocumentEmail, type EmailItem, type EmailMetadata, type UnwantedAddress, unwantedKey } from './model.ts';
import { bodyOf, subjectOf } from './words.ts';

export interface MailingContext {
  document: MailableDocument;
  templates: EmailTemplate[];
  /** Of the recipients, those who bounced or complained. */
  unwanted: UnwantedAddress[];
}

/** What mailing reads, in one parallel round trip. @throws 404, 422 */
export async function readForMailing(
  kind: MailableKind,
  company: CompanyId,
  documentId: string,
  body: EmailBody | undefined,
): Promise<MailingContext> {
  const recipients = body ? [body.to, ...body.cc, ...body.bcc] : [];
  const [document, templates, unwanted] = await Promise.all([
    kind.read(company, documentId),
    readTemplates(company),
    recipients.length > 0 ? getItems(recipients.map(address => unwantedKey(company, address))) : [],
  ]);
  return {
    document: mustBeMailable(kind, document),
    templates,
    unwanted: (unwanted as ((Item & { data: UnwantedAddress }) | undefined)[]).flatMap(item => (item ? [item.data] : [])),
  };
}

export interface MailingRequest {
  kind: AcceptingKind;
  context: MailingContext;
  company: Company;
  body: EmailBody;
  by: Actor;
  /** The actor, as histories name people. */
  sentBy: PersonRef;
  commit: Commit<DocumentEmail>;
}

/**
 * Accepts a mail with a document (completions-documents §1.10). It is sent by a worker that the accepting transaction sets going: what
 * is answered is sent, and what is refused is not.
 *
 * @throws 403 when the sender's own address is not verified, 404 for an unknown template, 422 for a recipient who bounced or
 * complained and a file that there is not, 429 above the company's hourly number.
 */
export async function acceptEmail({ kind, context, company, body, by, sentBy, commit }: MailingRequest): Promise<DocumentEmail> {
  const { document, templates, unwanted } = context;
  if (!by.account.emailConfirmed) {
    throw forbidden('sender_not_verified', 'Your own email address must be confirmed before you can send mails.');
  }
  const named = body.templateId ? templateOf(kind, templates, body.templateId) : undefined;
  if (body.attachXml && !document.hasXml)
    throw validation(`The ${kind.title.toLowerCase()} has no XML.`, { attachXml: ['the XML is not generated'] });
  if (unwanted.length > 0 && !body.force) throw refusedRecipients(body, unwanted);
  const words = await wordsOf(context, company, body, named);
  const email = newEmail(document, { ...body, ...words }, sentBy);
  return retryOnContention(async attempt => {
    const current = attempt === 0 ? document : mustBeMailable(kind, await kind.read(companyScope(company.id), document.id));
    return commit(emailWrites(kind, current, email), email);
  });
}

function templateOf({ mailCategory, title }: MailKind, templates: readonly EmailTemplate[], id: string): EmailTemplate {
  const template = templates.find(one => one.id === id);
  if (!template) throw notFound('Email template');
  if (template.category !== mailCategory) {
    throw validation(`The template is not for ${title.toLowerCase()}s.`, {
      templateId: [`is a template of ${template.category}`],
    });
  }
  return template;
}

function refusedRecipients({ to, cc, bcc }: EmailBody, unwanted: readonly UnwantedAddress[]): Error {
  const refused = new Map(unwanted.map(one => [one.address, one.reason]));
  const refusals = (address: string): string[] => {
    const reason = refused.get(address.toLowerCase());
    return reason
      ? [`${address} ${reason === 'bounce' ? 'does not exist' : 'complained about earlier mails'}; force sends anyway`]
      : [];
  };
  const fields = { to: refusals(to), cc: cc.flatMap(refusals), bcc: bcc.flatMap(refusals) };
  return validation(
    'A recipient is on the suppression list (bounce or complaint). Set `force` to send anyway.',
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
  { document, templates }: Pick<MailingContext, 'document' | 'templates'>,
  company: Company,
  typed: Typed,
  named?: EmailTemplate,
  write: typeof bodyOf = bodyOf,
): Promise<{ subject: string; body: string; templateId: string | null }> {
  const byDefault = document.defaultWords({ templates, language: typed.language, named });
  const [subject, body] = [typed.subject ?? byDefault.subject, typed.body ?? byDefault.body];
  const values = await document.valuesFor([subject, body], company);
  return { subject: subjectOf(subject, values), body: write(body, values), templateId: byDefault.templateId };
}

type Asked = Pick<EmailBody, 'to' | 'cc' | 'bcc' | 'attachPdf' | 'attachXml' | 'language' | 'tracking'> & {
  subject: string;
  body: string;
};

/** A mail that is about to be accepted. */
export const newEmail = (
  { companyId, id, number, pdfName, printOptions, premise }: MailableDocument,
  { to, cc, bcc, subject, body, attachPdf, attachXml, language, tracking }: Asked,
  sentBy: PersonRef,
  metadata: EmailMetadata | null = null,
): DocumentEmail => ({
  id: newId(),
  companyId,
  documentId: id,
  to,
  cc,
  bcc,
  subject,
  body,
  language,
  attachPdf,
  attachXml,
  ...(printOptions && { printOptions }),
  ...(premise !== undefined && { premise }),
  attachments: [...(attachPdf ? [pdfName] : []), ...(attachXml ? [`${number}.xml`] : [])],
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
  messageId: null,
  ...NO_LEASE,
});

/**
 * The writes that accept a mail: history and request, timeline, the company's hourly number. They fail with `ConditionFailed` when the
 * document has changed since it was read: it may not be mailed any more.
 */
export function emailWrites(kind: AcceptingKind, document: MailableDocument, email: DocumentEmail): Write[] {
  const company = companyScope(email.companyId);
  return [
    create(emailItem(kind, company, email)),
    ...kind.historyWrites(document, email),
    ...windowWrites(COMPANY_WINDOWS.documentEmails, `email#${company}`),
  ];
}

const emailItem = (kind: MailKind, company: CompanyId, email: DocumentEmail): EmailItem & Record<string, unknown> => ({
  ...companyKey(company, `${emailPrefix(kind, email.documentId)}${email.id}`),
  kind: `${kind.item}-email` as const,
  version: 1,
  data: email,
  ...awaitsDispatch(email.id),
});
