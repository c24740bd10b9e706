import { headerWrites } from '../../documents/store.ts';
import { newEvent } from '../../documents/timeline.ts';
import type { AcceptingKind } from '../../mail/documents/kind.ts';
import type { DocumentEmail } from '../../mail/documents/model.ts';
import type { Write } from '../../store/transact.ts';
import { INVOICES } from '../store.ts';
import { mailableInvoices, type MailableInvoice } from './mailable-invoices.ts';

const historyWrites = ({ invoice }: MailableInvoice, { to, subject, attachments, sentBy }: DocumentEmail): Write[] => {
  const event = newEvent('email_sent', null, `E-mailed to ${to}`, sentBy.id === null ? null : sentBy, {
    to,
    subject,
    attachments,
  });
  return headerWrites(INVOICES, [{ before: invoice, after: { ...invoice }, recorded: [{ event }] }]);
};

/** Invoices and credit notes, as shared/mail accepts mails with them: each is entered in the timeline. */
export const acceptingInvoices: AcceptingKind<MailableInvoice> = { ...mailableInvoices, historyWrites };
