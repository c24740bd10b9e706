import { counterWrites } from '../documents/counters.ts';
import type { Change, DocumentType, StoredDocument } from '../documents/definition.ts';
import { indexKeys } from '../documents/list-partitions.ts';
import { readDocument } from '../documents/store.ts';
import { CREDIT_NOTE_LINKS, linkWrites } from '../credit-notes/links.ts';
import { goneWrite } from '../lists/gone.ts';
import type { Attachment } from '../model/attachment.ts';
import type { CreditNoteLink, Invoice, InvoiceDocument, InvoiceEvent } from '../model/invoice.ts';
import { rowOf } from '../model/invoice-row.ts';
import { KINDS, kindOf } from '../model/kinds.ts';
import type { Payment } from '../model/payment.ts';
import { PAYMENTS } from '../payments/store.ts';
import { type CompanyId, companyScope } from '../store/table.ts';
import type { Write } from '../store/transact.ts';
import { ATTACHMENTS } from './attachments/model.ts';
import { clientCountWrites } from './client-changes/client-counts.ts';
import { INVOICE_DUPLICATES, matchWrites } from './duplicates.ts';
import { SCHEDULED_EMAIL, type ScheduledEmail } from '../mail/documents/schedule.ts';
import { statesOf } from './states.ts';

/** An invoice or a credit note with everything that belongs to it. */
export interface StoredInvoice extends StoredDocument<Invoice> {
  document: InvoiceDocument;
  events: InvoiceEvent[];
  payments: Payment[];
  /** The credit notes of an invoice, oldest first. */
  creditNotes: CreditNoteLink[];
  /** Newest first; none where the document is new. */
  attachments?: Attachment[];
  /** The mail that is to go out by itself. */
  scheduledEmail?: ScheduledEmail | undefined;
}

/** What happens to a document without changing what it states: its way to the authority, its settlement, its files. */
export const OUTSIDE = [
  ...['status', 'amountPaid', 'creditedAmount', 'balance', 'paidAt', 'xmlPath', 'pdfPath', 'issuedAt', 'updatedAt'],
  ...['taxauthStatus', 'taxauthSubmissionId', 'taxauthUploadIndex', 'taxauthDownloadId', 'taxauthValidationErrors', 'submission'],
  ...['submittedAt', 'validatedAt', 'cancellationReason', 'cancelledAt', 'cancelledBy', 'cancelledFromStatus'],
  ...['restoredAt', 'restoredBy'],
] as const satisfies (keyof Invoice)[];

/** Invoices and credit notes: they are stored alike, in one list. */
export const INVOICES: DocumentType<Invoice, StoredInvoice> = {
  kind: KINDS.invoice,
  kindOf,
  children: of => ({
    payments: of<Payment>(PAYMENTS.kind),
    creditNotes: of<CreditNoteLink>(CREDIT_NOTE_LINKS.kind),
    attachments: of<Attachment>(ATTACHMENTS.kind).reverse(),
    scheduledEmail: of<ScheduledEmail>(SCHEDULED_EMAIL)[0],
  }),
  row: rowOf,
  indexKeys: invoice => indexKeys(KINDS.invoice, invoice),
  chain: { outside: OUTSIDE },
  states: statesOf,
  alongside: changes => [...counterWrites(KINDS.invoice, changes), ...changes.flatMap(alongsideOne)],
  removedWith: ({ document, payments }) =>
    payments.map(({ id }) => PAYMENTS.remove(companyScope(document.companyId), document.id, id)),
  duplicates: INVOICE_DUPLICATES,
};

/** Counts of clients, what an invoice knows of its credit notes, the match of drafts, and the list's mark for what is gone. */
function alongsideOne({ before, after }: Change<Invoice>): Write[] {
  const { companyId = '', id = '' } = after ?? before ?? {};
  return [
    ...clientCountWrites(companyId, before, after),
    ...linkWrites(before, after),
    ...(before && after ? matchWrites(before, after) : []),
    ...(after ? [] : [goneWrite(KINDS.invoice, companyScope(companyId), id)]),
  ];
}

/** The whole document; undefined when the company has none of that id. One query. */
export const readInvoice = (company: CompanyId, id: string): Promise<StoredInvoice | undefined> =>
  readDocument(INVOICES, company, id);
