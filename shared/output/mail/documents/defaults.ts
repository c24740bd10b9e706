import { notFound } from '#shared/base/kernel/errors.ts';
import type { Company } from '#shared/model/company.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { senderAddress } from '../sender.ts';
import { readTemplates } from '../templates/store.ts';
import { type MailingContext, wordsOf } from './accept.ts';
import type { MailableKind } from './kind.ts';
import type { MailLanguage } from './model.ts';
import { editableBodyOf } from './words.ts';

/** What a mail with a document says, and to whom it goes, when the sender does not say it. */

export type DefaultsContext = Pick<MailingContext, 'document' | 'templates'>;

/** Reads what `emailDefaults` needs, in one parallel round trip. @throws 404 */
export async function readForDefaults(kind: MailableKind, company: CompanyId, documentId: string): Promise<DefaultsContext> {
  const [document, templates] = await Promise.all([kind.read(company, documentId), readTemplates(company)]);
  if (!document) throw notFound(kind.title);
  return { document, templates };
}

/** The recipients, texts and attachments of a mail with the document when the sender gives none (OUT-45). */
export async function emailDefaults(context: DefaultsContext, company: Company, language: MailLanguage) {
  const [to, words] = await Promise.all([
    context.document.recipient(),
    wordsOf(context, company, { subject: null, body: null, language }, undefined, editableBodyOf),
  ]);
  return {
    to,
    cc: company.emailCc ?? null,
    bcc: company.emailBcc ?? null,
    subject: words.subject,
    body: words.body,
    attachPdf: true,
    attachXml: false,
    from: { email: senderAddress(), name: company.name },
    replyTo: company.email,
    templateId: words.templateId,
  };
}
