import * as z from 'zod';
import { day, instant, uuid } from '#shared/base/kernel/schema.ts';
import { receivedShape, sourceSchema } from '#shared/documents/common/present/received-schema.ts';
import {
  attachmentSchema,
  decimalLineSchema,
  decimalSeriesSchema,
  decimalText,
  eventSchema,
  lineProductSchema,
  number,
  personSchema,
  precedingSchema,
  sellerSummarySchema,
  text,
} from '#shared/documents/common/present/schema.ts';
import { DEADLINE_FIELDS } from '#shared/model/calendar/deadline-fields.ts';
import { LANGUAGES } from '#shared/model/document.ts';
import { INVOICE_STATUSES, TAXAUTH_STATUSES } from '#shared/model/invoice.ts';
import { metadataSchema } from '#shared/model/callers-data/metadata.ts';
import { RECEIVED_VAT_CATEGORIES, VAT_CATEGORIES } from '#shared/model/vat/categories.ts';

/** Response schemas of credit notes (CRN-3, CRN-4). */

/** The same as on invoices. */
const extensions = () => z.record(z.string(), z.unknown()).nullable();

const clientSchema = z
  .object({
    uuid: uuid().nullable(),
    name: z.string(),
    registrationNumber: text(),
    address: text(),
    email: z.email().nullable(),
  })
  .meta({ id: 'CreditNoteClient' });

const parentRef = z.object({
  id: uuid(),
  uuid: uuid(),
  number: z.string(),
  issueDate: day(),
  total: decimalText(),
});

/** Fields of both a list item and the whole credit note. */
const COMMON = {
  id: uuid(),
  uuid: uuid(),
  number: z.string(),
  direction: z.enum(['outgoing', 'incoming']),
  source: sourceSchema,
  isCreditNote: z.boolean(),
  seriesId: uuid().nullable(),
  series: decimalSeriesSchema.nullable(),
  clientId: uuid().nullable(),
  client: clientSchema.nullable(),
  /** The company, or the sender of a received one. */
  supplier: sellerSummarySchema,
  parentDocumentId: uuid().nullable(),
  parentDocument: parentRef.nullable(),
  status: z.enum(INVOICE_STATUSES),
  taxauthStatus: z.enum(TAXAUTH_STATUSES).nullable(),
  issueDate: day(),
  dueDate: day().nullable(),
  currency: z.string(),
  exchangeRate: z.number(),
  notes: text(),
  subtotal: decimalText(),
  vatAmount: decimalText(),
  total: decimalText(),
  /** BT-109, BT-110, BT-112, BT-115. */
  fiscalSubtotal: decimalText(),
  fiscalVatTotal: decimalText(),
  fiscalTotal: decimalText(),
  payableTotal: decimalText(),
  taxauthUploadIndex: number(),
  ...DEADLINE_FIELDS,
  createdAt: instant(),
  updatedAt: instant(),
};

export const creditNoteRowSchema = z.object(COMMON).meta({ id: 'CreditNoteRow' });

const lineSchema = decimalLineSchema
  .extend({
    product: lineProductSchema.nullable(),
    vatCategoryCode: z.enum([...VAT_CATEGORIES, ...RECEIVED_VAT_CATEGORIES]),
    /** The line's own rate; null when the document's rate applies. */
    exchangeRate: number(),
    ublExtensions: extensions(),
  })
  .meta({ id: 'CreditNoteLine' });

export const creditNoteSchema = z
  .object({
    ...COMMON,
    documentType: z.enum(['invoice', 'credit_note']),
    language: z.enum(LANGUAGES),
    invoiceTypeCode: z.string(),
    exchangeRateDate: day().nullable(),
    paymentTerms: text(),
    issuerName: text(),
    issuerId: text(),
    mentions: text(),
    internalNote: text(),
    metadata: metadataSchema(),
    idempotencyKey: text(),
    precedingInvoices: precedingSchema,
    ublExtensions: extensions(),
    lines: z.array(lineSchema),
    totalDiscount: decimalText(),
    parentDocument: parentRef
      .extend({
        dueDate: day().nullable(),
        currency: z.string(),
        subtotal: decimalText(),
        vatAmount: decimalText(),
        status: z.enum(INVOICE_STATUSES),
        taxauthUploadIndex: number(),
      })
      .partial({ dueDate: true, currency: true, subtotal: true, vatAmount: true, status: true, taxauthUploadIndex: true })
      .nullable(),
    xmlGenerated: z.boolean(),
    xmlPath: text(),
    pdfGenerated: z.boolean(),
    pdfPath: text(),
    taxauthSubmissionId: text(),
    taxauthDownloadId: text(),
    taxauthValidationErrors: z.array(z.string()).nullable(),
    events: z.array(eventSchema),
    attachments: z.array(attachmentSchema),
    issuedAt: instant().nullable(),
    uploadedAt: instant().nullable(),
    validatedAt: instant().nullable(),
    cancellationReason: text(),
    cancelledAt: instant().nullable(),
    cancelledBy: personSchema.nullable(),
    restoredAt: instant().nullable(),
    restoredBy: personSchema.nullable(),
    ...receivedShape,
    warnings: z.array(z.string()).optional(),
  })
  .meta({ id: 'CreditNote' });
