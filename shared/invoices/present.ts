import * as z from 'zod';
import { shownInstant, shownInstantOrNull } from '../kernel/clock.ts';
import { shownNumber, shownNumberOrNull } from '../kernel/money.ts';
import { attachmentSchema, presentAttachment } from '../documents/present-attachment.ts';
import type { InvoiceDocument } from '../model/invoice.ts';
import {
  creditNoteLinkSchema,
  eventSchema,
  lineSchema,
  number,
  partySchema,
  paymentSchema,
  person,
  personSchema,
  precedingSchema,
  presentBuyer,
  presentEvent,
  presentLine,
  presentLink,
  presentParty,
  presentPayment,
  presentPreceding,
  presentRef,
  refSchema,
  text,
} from '../documents/present-parts.ts';
import type { StoredInvoice } from './store.ts';
import { isOverdue, paymentStatusOf } from '../model/amounts/payment-state.ts';

/** The invoice as the contract shows it (interface.md §Invoice, completions-documents §1.2), as a function and as a schema. */

const string = () => z.string();
const boolean = () => z.boolean();

/** Fields that are shown as they are stored, each with what makes its schema: a function that answers needs their names only. */
const PLAIN = {
  number: string,
  status: string,
  direction: string,
  isCreditNote: boolean,
  documentType: string,
  invoiceTypeCode: string,
  currency: string,
  language: string,
  issueDate: string,
  dueDate: text,
  notes: text,
  paymentTerms: text,
  paymentMethod: string,
  deliveryLocation: text,
  projectReference: text,
  orderNumber: text,
  contractNumber: text,
  issuerName: text,
  issuerId: text,
  mentions: text,
  internalNote: text,
  salesAgent: text,
  deputyName: text,
  deputyIdentityCard: text,
  deputyAuto: text,
  receiverName: text,
  receiverCif: text,
  receiverAddress: text,
  receiverCity: text,
  receiverCounty: text,
  receiverCountry: text,
  tvaLaIncasare: boolean,
  platitorTva: boolean,
  plataOnline: boolean,
  showClientBalance: boolean,
  clientBalanceExisting: text,
  clientBalanceOverdue: text,
  idempotencyKey: text,
  taxPointDate: text,
  taxPointDateCode: text,
  buyerReference: text,
  receivingAdviceReference: text,
  despatchAdviceReference: text,
  tenderOrLotReference: text,
  invoicedObjectIdentifier: text,
  buyerAccountingReference: text,
  businessProcessType: text,
  payeeName: text,
  payeeIdentifier: text,
  payeeLegalRegistrationIdentifier: text,
  payeeBankAccount: text,
  payeeBankName: text,
  penaltyEnabled: boolean,
  penaltyGraceDays: number,
  paidAt: text,
  xmlPath: text,
  pdfPath: text,
  taxauthStatus: text,
  taxauthSubmissionId: text,
  taxauthDownloadId: text,
  taxauthValidationErrors: () => z.array(z.string()).nullable(),
  cancellationReason: text,
} satisfies Partial<Record<keyof InvoiceDocument, () => z.ZodType>>;

const PLAIN_FIELDS = Object.keys(PLAIN) as (keyof typeof PLAIN)[];

const plainShape = Object.fromEntries(PLAIN_FIELDS.map(field => [field, PLAIN[field]()])) as {
  [Field in keyof typeof PLAIN]: ReturnType<(typeof PLAIN)[Field]>;
};

export const invoiceSchema = z.object({
  id: z.string(),
  uuid: z.string(),
  ...plainShape,
  paymentStatus: z.enum(['unpaid', 'partially_paid', 'paid']),
  isOverdue: z.boolean(),
  exchangeRate: z.number(),
  subtotal: z.number(),
  discount: z.number(),
  vatTotal: z.number(),
  total: z.number(),
  amountPaid: z.number(),
  balance: z.number(),
  penaltyPercentPerDay: number(),
  clientId: text(),
  documentSeriesId: text(),
  parentDocumentId: text(),
  client: partySchema.nullable(),
  supplier: partySchema,
  series: z.object({ id: z.string(), name: z.string(), prefix: z.string(), nextNumber: number() }).nullable(),
  parentDocument: refSchema.nullable(),
  precedingInvoices: precedingSchema,
  ublExtensions: z.record(z.string(), z.unknown()).nullable(),
  lines: z.array(lineSchema),
  payments: z.array(paymentSchema),
  events: z.array(eventSchema),
  attachments: z.array(attachmentSchema),
  xmlGenerated: z.boolean(),
  pdfGenerated: z.boolean(),
  taxauthUploadIndex: text(),
  proformaId: z.null(),
  proformaReference: z.null(),
  deliveryNoteId: z.null(),
  deliveryNoteReference: z.null(),
  deliveryNoteIds: z.array(z.never()),
  recurringInvoiceId: z.null(),
  creditNotes: z.array(creditNoteLinkSchema),
  scheduledEmailAt: text(),
  cancelledAt: text(),
  cancelledBy: personSchema.nullable(),
  restoredAt: text(),
  restoredBy: personSchema.nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** [added] What the answer to a change warns of. */
  warnings: z.array(z.string()).optional(),
});

/** What the detail shows beside the invoice. */
export interface DetailContext {
  /** The next number of the document's series; null when it is not known to the caller. */
  nextNumber: number | null;
}

/** The invoice object of every invoice answer. */
export function presentInvoice(
  { document, payments, events, creditNotes, attachments, scheduledEmail, warnings, nextNumber: known = null }: StoredInvoice,
  { nextNumber }: DetailContext = { nextNumber: known },
) {
  const plain = Object.fromEntries(PLAIN_FIELDS.map(field => [field, document[field]])) as Pick<
    InvoiceDocument,
    keyof typeof PLAIN
  >;
  return {
    id: document.id,
    uuid: document.id,
    ...plain,
    paymentStatus: paymentStatusOf(document),
    isOverdue: isOverdue(document),
    exchangeRate: shownNumber(document.exchangeRate),
    subtotal: shownNumber(document.subtotal),
    discount: shownNumber(document.discount),
    vatTotal: shownNumber(document.vatTotal),
    total: shownNumber(document.total),
    amountPaid: shownNumber(document.amountPaid),
    balance: shownNumber(document.balance),
    penaltyPercentPerDay: shownNumberOrNull(document.penaltyPercentPerDay),
    clientId: document.clientId,
    documentSeriesId: document.seriesId,
    parentDocumentId: document.parentDocumentId,
    client: document.clientId ? document.client && presentBuyer(document.client) : null,
    supplier: presentParty(document.seller),
    series: document.series && { id: document.series.id, name: document.series.name, prefix: document.series.prefix, nextNumber },
    parentDocument: document.parentDocument && presentRef(document.parentDocument),
    precedingInvoices: presentPreceding(document.precedingInvoices),
    ublExtensions: document.ublExtensions as Record<string, unknown> | null,
    lines: document.lines.map(presentLine),
    payments: payments.map(presentPayment),
    events: events.map(presentEvent),
    attachments: (attachments ?? []).map(presentAttachment),
    xmlGenerated: document.xmlPath !== null,
    pdfGenerated: document.pdfPath !== null,
    taxauthUploadIndex: document.taxauthUploadIndex,
    proformaId: null,
    proformaReference: null,
    deliveryNoteId: null,
    deliveryNoteReference: null,
    deliveryNoteIds: [],
    recurringInvoiceId: null,
    creditNotes: creditNotes.map(presentLink),
    scheduledEmailAt: shownInstantOrNull(scheduledEmail?.at),
    cancelledAt: shownInstantOrNull(document.cancelledAt),
    cancelledBy: person(document.cancelledBy),
    restoredAt: shownInstantOrNull(document.restoredAt),
    restoredBy: person(document.restoredBy),
    createdAt: shownInstant(document.createdAt),
    updatedAt: shownInstant(document.updatedAt),
    ...(warnings && { warnings }),
  };
}
