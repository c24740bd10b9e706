import { type SafeHtml, html } from '../../kernel/html.ts';
import { readPdfConfiguration } from '../../pdf/configuration-item.ts';
import { readCompany } from '../../access/records.ts';
import { now } from '../../kernel/clock.ts';
import { log } from '../../kernel/log.ts';
import { button, framed, smallPrint } from '../../mail/layout.ts';
import { markdownHtml, markdownText } from '../../mail/markdown.ts';
import { type DocumentMessage, sendDocumentMessage } from '../../mail/send-document.ts';
import { SENDING_DELAYS } from '../../mail/sending-delays.ts';
import type { Company } from '../../model/company.ts';
import { getItem } from '../../store/read.ts';
import { companyScope, type Key } from '../../store/table.ts';
import type { Write } from '../../store/transact.ts';
import type { InvoiceDocument } from '../../model/invoice.ts';
import { pdfFile } from '../../documents/files/pdf.ts';
import { invoiceFile } from '../print/identity.ts';
import { readInvoice } from '../store.ts';
import { newLink, shareUrl } from '../share-links/create.ts';
import { linkKey, type ShareLinkItem } from '../share-links/model.ts';
import { secretOf } from '../share-links/new-secret.ts';
import { readSealed, tokenOf } from '../share-links/secret.ts';
import { xmlOf } from '../files/xml.ts';
import { changeEmail, type EmailItem, type InvoiceEmail } from './model.ts';
import { afterFailure, isPermanent, reasonOf } from './failures.ts';

/** Longer than the worker may run, and not longer than its message stays hidden from others. */
const LEASE_MILLIS = 120_000;

/** Days that the link in a mail is good for (completions-documents §1.10). */
const LINK_DAYS = 30;

/**
 * Sends an accepted mail, once. The mail service knows no idempotency, so the record says how far the sending came: it is taken by one
 * worker at a time, and what was handed over is marked. A worker that died, or lost the answer, does not know whether the mail went
 * out; but the service tells of every mail it took (documents/timeline.ts), and by the time of the next try it has. Only a mail that nothing is
 * known of by then is sent again.
 *
 * @throws when another worker is sending it: the queue will deliver the message again.
 */
export async function deliverEmail(key: Key): Promise<void> {
  const taken = await take(key);
  if (!taken) return;
  const { email, link } = taken;
  try {
    const company = await readCompany(email.companyId);
    const document = (await readInvoice(companyScope(email.companyId), email.invoiceId))?.document;
    if (!company || !document || document.status === 'cancelled' || document.status === 'draft') {
      await finish(key, email, one => afterFailure(one, 'The document was withdrawn before the mail was sent', true));
      return;
    }
    const messageId = await sendDocumentMessage(await messageOf(email, document, company, link));
    await finish(key, email, one => ({ ...one, state: 'sent', deliveryStatus: 'sent', messageId }));
  } catch (error) {
    log.warn('Mail not sent', { emailId: email.id, tries: email.tries, error: (error as Error).name });
    const final = isPermanent(error) || email.tries >= SENDING_DELAYS.length;
    await finish(key, email, one => afterFailure(one, reasonOf(error), final));
  }
}

/** Takes the mail for this worker, together with the link that stands in it. Undefined: there is nothing to send any more. */
async function take(key: Key): Promise<{ email: InvoiceEmail; link: string } | undefined> {
  let link = '';
  const email = await changeEmail(key, async one => {
    if (one.state === 'sent' || one.state === 'failed') return null;
    const at = now().getTime();
    if (one.state === 'sending' && one.leaseUntil > at) throw new Error('Another worker is sending this mail.');
    const { token, writes } = await linkOf(one);
    link = shareUrl(token);
    return { after: { ...one, state: 'sending', leaseUntil: at + LEASE_MILLIS }, also: writes };
  });
  return email && { email, link };
}

/** The share link of a mail: made at the first try, and the same ever after. */
async function linkOf(email: InvoiceEmail): Promise<{ token: string; writes: Write[] }> {
  const company = companyScope(email.companyId);
  const [sealed, known] = await Promise.all([
    readSealed(company),
    getItem<ShareLinkItem>(linkKey(company, email.invoiceId, email.id)),
  ]);
  const secret = await secretOf(company, sealed);
  if (known) return { token: tokenOf(secret.secret, email.id), writes: [] };
  const { link, writes } = newLink(company, secret, {
    id: email.id,
    invoiceId: email.invoiceId,
    createdBy: email.sentBy,
    days: LINK_DAYS,
  });
  return { token: link.token, writes };
}

/** Notes how a try ended, unless the mail's fate is known already or another worker took it over. */
const finish = (key: Key, taken: EmailItem['data'], change: (email: InvoiceEmail) => InvoiceEmail): Promise<unknown> =>
  changeEmail(key, email =>
    email.state === 'sending' && email.leaseUntil === taken.leaseUntil ? { after: change(email) } : null,
  );

const LABELS = {
  ro: { view: 'Vezi factura online', note: 'Legătura este valabilă 30 de zile.' },
  en: { view: 'View the invoice online', note: 'The link is valid for 30 days.' },
};

async function messageOf(
  email: InvoiceEmail,
  document: InvoiceDocument,
  company: Company,
  link: string,
): Promise<DocumentMessage> {
  const { view, note } = LABELS[email.language];
  const content: SafeHtml = html`${markdownHtml(email.body)} ${button({ label: view, link })} ${smallPrint(note)}`;
  return {
    fromName: company.name,
    replyTo: company.email,
    to: email.to,
    cc: email.cc,
    bcc: email.bcc,
    subject: email.subject,
    text: `${markdownText(email.body)}\n\n${view}:\n${link}\n\n${note}\n`,
    html: framed(email.language, email.subject, content),
    attachments: await filesOf(email, document, company),
    tracking: email.tracking,
    tags: { companyId: email.companyId, invoiceId: email.invoiceId, emailId: email.id },
  };
}

async function filesOf(
  { attachPdf, attachXml }: InvoiceEmail,
  document: InvoiceDocument,
  company: Company,
): Promise<DocumentMessage['attachments']> {
  const pdf = async (): Promise<Uint8Array> => {
    const configuration = await readPdfConfiguration(companyScope(company.id));
    return (await pdfFile(invoiceFile(document), configuration, company.logoPath)).bytes;
  };
  const [printed, xml] = await Promise.all([attachPdf ? pdf() : undefined, attachXml ? xmlOf(document) : undefined]);
  return [
    ...(printed ? [{ filename: `${document.number}.pdf`, contentType: 'application/pdf', content: printed }] : []),
    ...(xml ? [{ filename: `${document.number}.xml`, contentType: 'application/xml', content: Buffer.from(xml) }] : []),
  ];
}
