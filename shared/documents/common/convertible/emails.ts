import { validation } from '#shared/base/kernel/errors.ts';
import { dottedDate } from '#shared/base/kernel/dates.ts';
import type { AcceptingKind, MailableDocument, MailableKind, MailKind } from '#shared/output/mail/documents/kind.ts';
import type { DocumentEmail } from '#shared/output/mail/documents/model.ts';
import { templateWords } from '#shared/output/mail/documents/words.ts';
import type { TemplateCategory } from '#shared/output/mail/templates/model.ts';
import { type OwnVariable, type SharedVariable, withConditions } from '#shared/output/mail/templates/variables.ts';
import { shownAmount } from '#shared/output/mail/variables.ts';
import type { Company } from '#shared/model/company.ts';
import type { Convertible } from '#shared/model/convertible/document.ts';
import { readClient } from '#shared/records/parties/clients/store.ts';
import type { HeaderType } from '../definition.ts';
import type { ItemNames } from '../items.ts';
import { headerWrites, readHeader } from '../store.ts';
import { newEvent } from '../timeline.ts';

/**
 * Mails with convertible documents (proformas and delivery notes): what shared/output/mail reads of them, and writes when it accepts a
 * mail.
 */

export interface MailableConvertible<H extends Convertible> extends MailableDocument {
  document: H;
}

/** What a kind of document (proforma or delivery note) defines for its own mails. */
export interface ConvertibleMail<H extends Convertible, C extends TemplateCategory> {
  kind: MailKind & ItemNames & { mailCategory: C };
  pdfName(document: H): string;
  /** Values of the template variables that only this kind has. */
  variables(document: H): Record<OwnVariable<C>, string>;
}

/** Makes documents of a kind mailable: defines how shared/output/mail reads them, and the values of template variables. */
export function mailableConvertible<H extends Convertible, C extends TemplateCategory>(
  mail: ConvertibleMail<H, C>,
): MailableKind<MailableConvertible<H>> {
  const { kind } = mail;
  const mailable: MailableKind<MailableConvertible<H>> = {
    ...kind,
    read: async (company, id) => {
      const document = await readHeader<H>(kind, company, id);
      return document && mailed(document);
    },
  };
  const mailed = (document: H): MailableConvertible<H> => ({
    document,
    kind: mailable,
    companyId: document.companyId,
    id: document.id,
    number: document.number,
    pdfName: mail.pdfName(document),
    toPerson: document.client?.type === 'individual',
    language: 'ro',
    hasXml: false,
    refusal: () =>
      document.status === 'cancelled'
        ? validation(`A cancelled ${kind.title.toLowerCase()} cannot be e-mailed.`, {
            status: document.status,
            reason: 'cancelled',
          })
        : undefined,
    recipient: async () => {
      // Where there is a client record, only its address counts: one that was removed there must get no mail.
      if (!document.clientId) return document.client?.email ?? null;
      return (await readClient(document.companyId, document.clientId))?.email ?? null;
    },
    defaultWords: choice => templateWords(kind.mailCategory, choice),
    valuesFor: (_, company) => Promise.resolve(withConditions({ ...variables(document, company), ...mail.variables(document) })),
  });
  return mailable;
}

/** Adds to a mailable kind what is written when a mail is accepted for sending: an event in the document's timeline. */
export const acceptingConvertible = <H extends Convertible>(
  type: HeaderType<H>,
  mailable: MailableKind<MailableConvertible<H>>,
): AcceptingKind<MailableConvertible<H>> => ({
  ...mailable,
  historyWrites: ({ document }, { to, subject, attachments, sentBy }: DocumentEmail) => {
    const event = newEvent('email_sent', null, `E-mailed to ${to}`, sentBy.id === null ? null : sentBy, {
      to,
      subject,
      attachments,
    });
    return headerWrites(type, [{ before: document, after: { ...document }, recorded: [{ event }] }]);
  },
});

const variables = (document: Convertible, company: Company): Record<SharedVariable, string> => ({
  client_name: document.client?.name ?? '',
  total: `${shownAmount(document.total)} ${document.currency}`,
  subtotal: `${shownAmount(document.subtotal)} ${document.currency}`,
  vat: `${shownAmount(document.vatTotal)} ${document.currency}`,
  series_name: document.series?.name ?? '',
  currency: document.currency,
  issue_date: dottedDate(document.issueDate),
  company_name: company.name,
  company_cif: company.cif,
  company_email: company.email ?? '',
  company_phone: company.phone ?? '',
});
