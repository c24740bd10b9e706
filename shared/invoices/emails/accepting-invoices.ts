import { headerWrites } from '../../documents/store.ts';
import { newEvent } from '../../documents/timeline.ts';
import type { AcceptingKind } from '../../mail/documents/kind.ts';
import type { DocumentEmail } from '../../mail/documents/model.ts';
import type { Invoice } from '../../model/invoice.ts';
import type { Write } from '../../store/transact.ts';
import { INVOICES } from '../store.ts';
import { mailableInvoices, type MailableInvoice } from './mailable-invoices.ts';

/**
 * The writes that enter a mail in the timeline of its invoice.
 *
 * @param after the invoice as it is then
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

/** Invoices and credit notes, as shared/mail accepts mails with them: each is entered in the timeline. */
export const acceptingInvoices: AcceptingKind<MailableInvoice> = {
  ...mailableInvoices,
  historyWrites: ({ invoice }, email) => emailSentWrites(invoice, email),
};
