import { notFound } from '../../kernel/errors.ts';
import { type EmailTemplate, TEMPLATE_PREFIX } from '../../mail/templates.ts';
import { senderAddress } from '../../mail/sender.ts';
import { readClient } from '../../parties/clients/store.ts';
import type { Company } from '../../model/company.ts';
import { queryItems } from '../../store/read.ts';
import { readSet } from '../../store/record-set.ts';
import { type CompanyId, companyPartition } from '../../store/table.ts';
import type { Invoice } from '../../model/invoice.ts';
import { readInvoiceHeader } from '../header.ts';
import { wordsOf } from './accept.ts';
import { editableBodyOf } from './texts.ts';
import { type EmailItem, emailPrefix, type InvoiceEmail, type MailLanguage } from './model.ts';

/** The mails of a document, newest first. One parallel round trip. @throws 404 */
export async function readHistory(company: CompanyId, invoiceId: string): Promise<InvoiceEmail[]> {
  const [invoice, items] = await Promise.all([
    readInvoiceHeader(company, invoiceId),
    queryItems<EmailItem>({ partition: companyPartition(company), beginsWith: emailPrefix(invoiceId) }, { descending: true }),
  ]);
  if (!invoice) throw notFound('Invoice');
  return items.map(item => item.data);
}

export interface DefaultsContext {
  invoice: Invoice;
  templates: EmailTemplate[];
}

/** What the defaults of a mail follow from. One parallel round trip. @throws 404 */
export async function readForDefaults(company: CompanyId, invoiceId: string): Promise<DefaultsContext> {
  const [invoice, { records: templates }] = await Promise.all([
    readInvoiceHeader(company, invoiceId),
    readSet<EmailTemplate>(company, TEMPLATE_PREFIX),
  ]);
  if (!invoice) throw notFound('Invoice');
  return { invoice, templates };
}

/** What a mail with the document would be sent with, if nobody says otherwise (completions-documents §1.11). */
export async function emailDefaults(context: DefaultsContext, company: Company, scope: CompanyId, language: MailLanguage) {
  const { invoice } = context;
  const [client, words] = await Promise.all([
    invoice.clientId ? readClient(scope, invoice.clientId) : undefined,
    wordsOf(context, company, { subject: null, body: null, language }, undefined, editableBodyOf),
  ]);
  return {
    to: client?.email ?? invoice.client?.email ?? null,
    // Companies have no setting for copies.
    cc: null,
    bcc: null,
    subject: words.subject,
    body: words.body,
    attachPdf: true,
    attachXml: false,
    from: { email: senderAddress(), name: company.name },
    replyTo: company.email,
    templateId: words.templateId,
  };
}
