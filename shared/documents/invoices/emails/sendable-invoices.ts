import { fileName } from '#shared/output/files/file-name.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import { pdfFile } from '#shared/documents/common/files/pdf.ts';
import { readInvoice } from '../read.ts';
import type { MailContent, MailLink, SendableKind } from '#shared/output/mail/documents/kind.ts';
import type { DocumentEmail } from '#shared/output/mail/documents/model.ts';
import { decimal } from '#shared/base/kernel/money.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { readPdfConfiguration } from '#shared/output/pdf/configuration-item.ts';
import { readSealed } from '#shared/platform/store/company-secret.ts';
import { secretOf } from '#shared/platform/store/new-company-secret.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { xmlOf } from '../files/xml.ts';
import { invoiceFile } from '../print/identity.ts';
import { newLink, shareUrl } from '../share-links/create.ts';
import { linkKey, type ShareLinkItem } from '../share-links/model.ts';
import { SHARE_SECRET, tokenOf } from '../share-links/secret.ts';
import { LINK_TEXTS } from './texts.ts';
import { isWithdrawn } from './withdrawn.ts';
import { failingInvoices } from './failing-invoices.ts';

/** How shared/output/mail sends mails with invoices and credit notes. */
export const sendableInvoices: SendableKind = {
  ...failingInvoices,
  link: {
    texts: LINK_TEXTS,
    of: linkOf,
  },
  contentOf,
};

/** Days for which the link in a mail is valid (OUT-41). */
const LINK_DAYS = 30;

/** The share link in a mail. It has the id of the mail, so that a repeated attempt finds the same link. */
async function linkOf({ companyId, documentId, id, sentBy }: DocumentEmail): Promise<MailLink> {
  const [sealed, known] = await Promise.all([
    readSealed(companyId, SHARE_SECRET),
    getItem<ShareLinkItem>(linkKey(companyId, documentId, id)),
  ]);
  const secret = await secretOf(companyId, SHARE_SECRET, sealed);
  if (known) return { url: shareUrl(tokenOf(secret.secret, id)), writes: [] };
  const { link, writes } = newLink(companyId, secret, { id, invoiceId: documentId, createdBy: sentBy, days: LINK_DAYS });
  return { url: shareUrl(link.token), writes };
}

async function contentOf(email: DocumentEmail): Promise<MailContent | undefined> {
  const company = await readCompany(email.companyId);
  const document = (await readInvoice(email.companyId, email.documentId))?.document;
  if (!company || !document || isWithdrawn(document) || isSettled(email, document)) return undefined;
  return { company, attachments: await filesOf(email, document, company.logoPath) };
}

/** A reminder is not sent, however late, for an invoice that was settled after it was accepted. */
const isSettled = ({ metadata }: DocumentEmail, { balance }: InvoiceDocument): boolean =>
  metadata?.reminderType !== undefined && decimal(balance).lte(0);

async function filesOf(
  { companyId, attachPdf, attachXml }: DocumentEmail,
  document: InvoiceDocument,
  logoPath: string | null,
): Promise<MailContent['attachments']> {
  const pdf = async (): Promise<Uint8Array> => {
    const configuration = await readPdfConfiguration(companyId);
    return (await pdfFile(invoiceFile(document), configuration, logoPath)).bytes;
  };
  const [printed, xml] = await Promise.all([attachPdf ? pdf() : undefined, attachXml ? xmlOf(document) : undefined]);
  return [
    ...(printed ? [{ filename: fileName(`${document.number}.pdf`), contentType: 'application/pdf', content: printed }] : []),
    ...(xml ? [{ filename: fileName(`${document.number}.xml`), contentType: 'application/xml', content: xml }] : []),
  ];
}
