import * as z from 'zod';
import { DEADLINE_FIELDS } from '#shared/model/calendar/deadline-fields.ts';
import { FISCAL_TOTALS } from '#shared/model/amounts/fiscal-fields.ts';
import { day, instant, uuid } from '#shared/base/kernel/schema.ts';
import {
  attachmentSchema,
  creditNoteLinkSchema,
  eventSchema,
  lineSchema,
  number,
  partySchema,
  paymentSchema,
  personSchema,
  precedingSchema,
  refSchema,
  sellerSummarySchema,
  text,
} from '#shared/documents/common/present/schema.ts';
import { namesOf, SUPPLY_FIELDS, TERM_FIELDS, type TextField, XML_FIELDS } from '#shared/model/invoice-fields.ts';
import { receivedShape, sourceSchema } from '#shared/documents/common/present/received-schema.ts';
import { validationSchema } from '../validation/schema.ts';
import { creditNoteRowSchema, creditNoteSchema } from '#shared/documents/credit-notes/schema.ts';
import { pageSchema } from '#shared/platform/lambda/endpoint/schema.ts';
import { LANGUAGES } from '#shared/model/document.ts';
import { metadataSchema } from '#shared/model/callers-data/metadata.ts';
import { PAYMENT_METHODS } from '#shared/model/payment.ts';
import { INVOICE_STATUSES, TAXAUTH_STATUSES } from '#shared/model/invoice.ts';

/** Schemas of text fields, which are returned as they are stored. */
const textSchemas = <Group extends Record<string, TextField>>(group: Group) =>
  Object.fromEntries(namesOf(group).map(name => [name, text()])) as Record<keyof Group, ReturnType<typeof text>>;

/** Response schemas of invoices (INV-2, INV-60) and of the answers that contain them. */

export const invoiceSchema = z
  .object({
    id: uuid(),
    uuid: uuid(),
    number: z.string(),
    status: z.enum(INVOICE_STATUSES),
    direction: z.enum(['outgoing', 'incoming']),
    isCreditNote: z.boolean(),
    documentType: z.enum(['invoice', 'credit_note']),
    invoiceTypeCode: z.string(),
    currency: z.string(),
    language: z.enum(LANGUAGES),
    issueDate: day(),
    dueDate: day().nullable(),
    ...textSchemas(TERM_FIELDS),
    paymentMethod: z.enum(PAYMENT_METHODS),
    ...textSchemas(SUPPLY_FIELDS),
    receiverName: text(),
    receiverCif: text(),
    receiverAddress: text(),
    receiverCity: text(),
    receiverCounty: text(),
    receiverCountry: text(),
    tvaLaIncasare: z.boolean(),
    platitorTva: z.boolean(),
    plataOnline: z.boolean(),
    showClientBalance: z.boolean(),
    clientBalanceExisting: text(),
    clientBalanceOverdue: text(),
    idempotencyKey: text(),
    taxPointDate: day().nullable(),
    ...textSchemas(XML_FIELDS),
    penaltyEnabled: z.boolean(),
    penaltyGraceDays: number(),
    paidAt: day().nullable(),
    xmlPath: text(),
    pdfPath: text(),
    taxauthStatus: z.enum(TAXAUTH_STATUSES).nullable(),
    taxauthSubmissionId: text(),
    taxauthDownloadId: text(),
    taxauthValidationErrors: z.array(z.string()).nullable(),
    cancellationReason: text(),
    source: sourceSchema,
    paymentStatus: z.enum(['unpaid', 'partially_paid', 'paid']),
    isOverdue: z.boolean(),
    exchangeRate: z.number(),
    exchangeRateDate: day().nullable(),
    subtotal: z.number(),
    discount: z.number(),
    vatTotal: z.number(),
    total: z.number(),
    ...FISCAL_TOTALS,
    amountPaid: z.number(),
    balance: z.number(),
    creditedAmount: z.number(),
    refundDue: z.number(),
    isAdvance: z.boolean(),
    openAdvance: z.number().optional(),
    drawnBy: z.array(z.object({ documentId: uuid(), amount: z.number() })).optional(),
    advances: z.array(z.object({ documentId: uuid(), number: z.string(), issueDate: day(), amount: z.number() })).optional(),
    penaltyPercentPerDay: number(),
    clientId: uuid().nullable(),
    documentSeriesId: uuid().nullable(),
    parentDocumentId: uuid().nullable(),
    client: partySchema.nullable(),
    supplier: partySchema,
    series: z.object({ id: uuid(), name: z.string(), prefix: z.string(), nextNumber: number() }).nullable(),
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
    ...DEADLINE_FIELDS,
    proformaId: uuid().nullable(),
    proformaReference: text(),
    deliveryNoteId: uuid().nullable(),
    deliveryNoteReference: text(),
    deliveryNoteIds: z.array(uuid()),
    recurringInvoiceId: uuid().nullable(),
    remindersDisabled: z.boolean(),
    metadata: metadataSchema(),
    creditNotes: z.array(creditNoteLinkSchema),
    scheduledEmailAt: instant().nullable(),
    cancelledAt: instant().nullable(),
    cancelledBy: personSchema.nullable(),
    restoredAt: instant().nullable(),
    restoredBy: personSchema.nullable(),
    createdAt: instant(),
    updatedAt: instant(),
    ...receivedShape,
    /** Warnings about the change that this is the answer to. */
    warnings: z.array(z.string()).optional(),
  })
  .meta({ id: 'Invoice' });

/** An invoice, with the findings that would prevent its issue. */
export const wrappedSchema = z
  .object({ invoice: invoiceSchema, validation: validationSchema })
  .meta({ id: 'InvoiceWithValidation' });

/** The answer of create and update: an invoice with its validation, or a credit note without (CRN-3, CRN-4). */
export const changedSchema = z.union([wrappedSchema, creditNoteSchema]);

export const documentSchema = z.union([invoiceSchema, creditNoteSchema]);

/** An item of the invoice list (INV-68 to INV-73). */
export const rowSchema = z
  .object({
    id: uuid(),
    uuid: uuid(),
    number: z.string(),
    status: z.enum(INVOICE_STATUSES),
    paymentStatus: z.enum(['unpaid', 'partially_paid', 'paid']),
    isOverdue: z.boolean(),
    direction: z.enum(['outgoing', 'incoming']),
    source: sourceSchema,
    isCreditNote: z.boolean(),
    currency: z.string(),
    issueDate: day(),
    dueDate: day().nullable(),
    subtotal: z.number(),
    vatTotal: z.number(),
    total: z.number(),
    ...FISCAL_TOTALS,
    amountPaid: z.number(),
    balance: z.number(),
    refundDue: z.number(),
    ...DEADLINE_FIELDS,
    clientName: z.string().nullable(),
    supplier: sellerSummarySchema,
    createdAt: instant(),
    updatedAt: instant(),
  })
  .meta({ id: 'InvoiceRow' });

export const listSchema = pageSchema(z.union([rowSchema, creditNoteRowSchema]))
  .extend({
    totals: z
      .array(
        z.object({
          currency: z.string(),
          role: z.enum(['sale', 'purchase']),
          subtotal: z.number(),
          vatTotal: z.number(),
          total: z.number(),
          ...FISCAL_TOTALS,
          receivable: z.number(),
          payable: z.number(),
        }),
      )
      .optional(),
  })
  .meta({ id: 'InvoicePage' });
