import { headerWrites } from '#shared/documents/common/store.ts';
import { newEvent } from '#shared/documents/common/timeline.ts';
import type { AcceptingKind } from '#shared/output/mail/documents/kind.ts';
import type { DocumentEmail } from '#shared/output/mail/documents/model.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import type { Write } from '#shared/platform/store/transact.ts';
import { INVOICES } from '../store.ts';
import { mailableInvoices, type MailableInvoice } from './mailable-invoices.ts';

/**
 * The writes that record a sent mail in the timeline of its invoice.
 *
 * @param after the invoice after the change; by default only the timeline changes
 */
export function emailSentWrites(
  invoice: Invoice,
  { to, subject, attachments, sentBy }: DocumentEmail,
  after = { ...invoice },
): Write[] {
  const event = newEvent('email_sent', null, `E-mailed to ${to}`, sentBy.id === null ? null : sentBy, {
    to,
    subject,
    attachments,
  });
  return headerWrites(INVOICES, [{ before: invoice, after, recorded: [{ event }] }]);
}

/** How shared/output/mail accepts mails with invoices and credit notes: each mail is recorded in the timeline. */
export const acceptingInvoices: AcceptingKind<MailableInvoice> = {
  ...mailableInvoices,
  historyWrites: ({ invoice }, email) => emailSentWrites(invoice, email),
};
