import { fileName } from '#shared/output/files/file-name.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { notFound, validation } from '#shared/base/kernel/errors.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { DOCUMENT_MAIL_RECIPIENTS } from '#shared/platform/lambda/limits/policies.ts';
import { windowWrites } from '#shared/platform/lambda/limits/sliding-window.ts';
import type { Company } from '#shared/model/company.ts';
import type { PersonRef } from '#shared/model/document.ts';
import { NO_LEASE } from '#shared/platform/store/lease.ts';
import { awaitsDispatch } from '#shared/platform/store/outbox.ts';
import { type CompanyId, companyKey } from '#shared/platform/store/table.ts';
import { type Commit, create, retryOnContention, type Write } from '#shared/platform/store/transact.ts';
import { type Copies, copiesOf } from '../copies.ts';
import type { EmailTemplate } from '../templates/model.ts';
import { isTracked } from '../tracking/choice.ts';
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
import type { DocumentEmail, EmailItem, EmailMetadata } from './model.ts';
import { canBeForced, isAmong, refusedAmong, type SuppressedAddress, suppressedAmong } from './suppression.ts';
import { permittedCopies } from './sandbox-recipients.ts';
import { bodyOf, subjectOf, withinBound } from './words.ts';

export interface MailingContext {
  document: MailableDocument;
  templates: EmailTemplate[];
  /** The recipients that are on the company's suppression list. */
  suppressed: SuppressedAddress[];
}

/** Reads what accepting a mail needs, in one parallel round trip. @throws 404, 422 */
export async function readForMailing(
  kind: MailableKind,
  company: CompanyId,
  documentId: string,
  body: EmailBody | undefined,
): Promise<MailingContext> {
  const recipients = body ? [body.to, ...(body.cc ?? []), ...(body.bcc ?? [])] : [];
  const [document, templates, suppressed] = await Promise.all([
    kind.read(company, documentId),
    readTemplates(company),
    suppressedAmong(company, recipients),
  ]);
  return { document: mustBeMailable(kind, document), templates, suppressed };
}

export interface MailingRequest {
  kind: AcceptingKind;
  context: MailingContext;
  company: Company;
  body: EmailBody;
  /** The caller, as mail histories show people. */
  sentBy: PersonRef;
  commit: Commit<DocumentEmail>;
}

/**
 * Accepts a mail with a document (OUT-42). A worker sends it after the accepting transaction has committed
 * (transactional outbox): a mail that was answered with success is sent, a refused one is not.
 *
 * @throws 404 for an unknown template; 422 for a recipient on the suppression
 * list, for one who is no member where the company is a sandbox, or when the XML to attach does not exist; 429 above the organization's hourly number of recipients
 */
export async function acceptEmail({ kind, context, company, body, sentBy, commit }: MailingRequest): Promise<DocumentEmail> {
  const { document, templates, suppressed } = context;
  const named = body.templateId ? templateOf(kind, templates, body.templateId) : undefined;
  if (body.attachXml && !document.hasXml)
    throw validation(`The ${kind.title.toLowerCase()} has no XML.`, { attachXml: ['the XML is not generated'] });
  const refused = refusedAmong(suppressed, body.force);
  if (refused.length > 0) throw refusedRecipients(body, refused);
  const words = await wordsOf(context, company, body, named);
  const copies = await permittedCopies(company, body, copiesOf(body, company));
  const tracking = isTracked(company, { toPerson: document.toPerson, automatic: false }, body.tracking);
  const email = newEmail(document, { ...body, ...copies, ...words, tracking }, sentBy);
  return retryOnContention(async attempt => {
    const current = attempt === 0 ? document : mustBeMailable(kind, await kind.read(company.id, document.id));
    return commit(emailWrites(kind, company, current, email), email);
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

const REFUSED: Record<SuppressedAddress['reason'], string> = {
  bounce: 'bounced earlier mails; set force to send anyway',
  complaint: 'complained about earlier mails and cannot be mailed',
  unsubscribed: 'unsubscribed from mails of the company; set force to send anyway',
  restricted: 'asked that their data is not used (GDPR art. 18) and cannot be mailed until that ends',
};

function refusedRecipients({ to, cc, bcc }: EmailBody, refused: readonly SuppressedAddress[]): Error {
  const refusals = (address: string): string[] =>
    refused.filter(one => isAmong([one], address)).map(({ reason }) => `${address} ${REFUSED[reason]}`);
  const fields = { to: refusals(to), cc: (cc ?? []).flatMap(refusals), bcc: (bcc ?? []).flatMap(refusals) };
  return validation(
    `A recipient is on the suppression list. ${adviceFor(refused)}`,
    Object.fromEntries(Object.entries(fields).filter(([, messages]) => messages.length > 0)),
  );
}

function adviceFor(refused: readonly SuppressedAddress[]): string {
  if (canBeForced(refused)) return 'Set `force` to send anyway.';
  return refused.some(({ reason }) => reason === 'complaint')
    ? 'After a complaint, leave the recipient out.'
    : 'While a person has the use of their data restricted, leave the recipient out.';
}

type Typed = Pick<EmailBody, 'subject' | 'body' | 'language'>;

/**
 * Subject and body, from the sender or else from a template, with variables filled in.
 *
 * @param write fills in the body: `bodyOf` escapes values for rendering, `editableBodyOf` leaves them for a sender to edit
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
  return { subject: subjectOf(subject, values), body: withinBound(write(body, values)), templateId: byDefault.templateId };
}

type Asked = Pick<EmailBody, 'to' | 'attachPdf' | 'attachXml' | 'language'> &
  Copies & {
    tracking: boolean;
    subject: string;
    body: string;
    force?: boolean;
  };

/** A mail that is about to be accepted. */
export const newEmail = (
  { companyId, id, number, pdfName, printOptions, premise }: MailableDocument,
  { to, cc, bcc, subject, body, attachPdf, attachXml, language, tracking, force }: Asked,
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
  attachments: [...(attachPdf ? [pdfName] : []), ...(attachXml ? [fileName(`${number}.xml`)] : [])],
  tracking,
  ...(force && { force }),
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

/** The write that enters a mail in the history of its document. */
export const recordWrite = (kind: MailKind, email: DocumentEmail): Write => create(emailItem(kind, email.companyId, email));

/** Name of the rate-limit window that counts the recipients of an organization's mails. */
export const recipientsWindow = (organizationId: string): string => `mail-recipients#${organizationId}`;

/**
 * The writes that accept a mail: its record (which is history entry and request in one), the document's timeline, and the
 * organization's hourly count of recipients. They fail with `ConditionFailed` when the document has changed since it was read.
 */
export const emailWrites = (
  kind: AcceptingKind,
  { organizationId }: Pick<Company, 'organizationId'>,
  document: MailableDocument,
  email: DocumentEmail,
): Write[] => [
  recordWrite(kind, email),
  ...kind.historyWrites(document, email),
  ...windowWrites(DOCUMENT_MAIL_RECIPIENTS, recipientsWindow(organizationId), recipientsOf(email)),
];

/** Number of addresses that a mail is sent to. */
const recipientsOf = ({ cc, bcc }: Copies): number => 1 + cc.length + bcc.length;

const emailItem = (kind: MailKind, company: CompanyId, email: DocumentEmail): EmailItem & Record<string, unknown> => ({
  ...companyKey(company, `${emailPrefix(kind, email.documentId)}${email.id}`),
  kind: `${kind.item}-email` as const,
  version: 1,
  data: email,
  ...(email.state === 'pending' && awaitsDispatch(email.id)),
});
