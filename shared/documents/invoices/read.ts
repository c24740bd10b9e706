import type { DocumentItems, StoredDocument } from '#shared/documents/common/definition.ts';
import { readDocument } from '#shared/documents/common/store.ts';
import { CREDIT_NOTE_LINKS } from '#shared/documents/credit-notes/links.ts';
import { SCHEDULED_EMAIL, type ScheduledEmail } from '#shared/output/mail/documents/schedule.ts';
import type { Attachment } from '#shared/model/attachment.ts';
import type { CreditNoteLink, Invoice } from '#shared/model/invoice.ts';
import { KINDS } from '#shared/model/kinds.ts';
import type { Payment } from '#shared/model/payment.ts';
import { PAYMENTS } from '#shared/documents/payments/store.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { ATTACHMENTS } from './attachments/model.ts';
import { PLANNED_SUBMISSION, type PlannedSubmission } from './submission/planned.ts';

/** What belongs to an invoice or a credit note. */
export interface InvoiceParts {
  header: Invoice;
  children: {
    payments: Payment[];
    /** The credit notes of an invoice, oldest first. */
    creditNotes: CreditNoteLink[];
    /** Newest first; absent for a document that was just created. */
    attachments?: Attachment[];
    /** The mail that is scheduled to be sent automatically. */
    scheduledEmail?: ScheduledEmail | undefined;
    /** The submission to the authority that is planned to happen automatically. */
    plannedSubmission?: PlannedSubmission | undefined;
  };
}

export type StoredInvoice = StoredDocument<InvoiceParts>;

/** Fields that change without changing the content of a document: submission to the authority, settlement, files, reminders, metadata. */
export const OUTSIDE = [
  ...[
    'status',
    'amountPaid',
    'creditedAmount',
    'creditedUnpaid',
    'balance',
    'paidAt',
    'xmlPath',
    'pdfPath',
    'issuedAt',
    'updatedAt',
  ],
  ...['taxauthStatus', 'taxauthSubmissionId', 'taxauthUploadIndex', 'taxauthDownloadId', 'taxauthValidationErrors', 'submission'],
  ...['submittedAt', 'validatedAt', 'cancellationReason', 'cancelledAt', 'cancelledBy', 'cancelledFromStatus'],
  ...['restoredAt', 'restoredBy', 'remindersDisabled', 'reminded', 'answer', 'metadata', 'notDue', 'drawn'],
] as const satisfies (keyof Invoice)[];

/** How invoices and credit notes are read. */
export const INVOICE_ITEMS: DocumentItems<InvoiceParts> = {
  kind: KINDS.invoice,
  children: of => ({
    payments: of<Payment>(PAYMENTS.kind),
    creditNotes: of<CreditNoteLink>(CREDIT_NOTE_LINKS.kind),
    attachments: of<Attachment>(ATTACHMENTS.kind).reverse(),
    scheduledEmail: of<ScheduledEmail>(SCHEDULED_EMAIL)[0],
    plannedSubmission: of<PlannedSubmission>(PLANNED_SUBMISSION)[0],
  }),
};

/** The whole document; undefined when the company has no document of this id. One query. */
export const readInvoice = (company: CompanyId, id: string): Promise<StoredInvoice | undefined> =>
  readDocument(INVOICE_ITEMS, company, id);
