import * as z from 'zod';
import { receivedShape } from '../documents/present/received-schema.ts';
import {
  attachmentSchema,
  decimalLineSchema,
  decimalSeriesSchema,
  decimalText,
  eventSchema,
  number,
  personSchema,
  precedingSchema,
  text,
} from '../documents/present/schema.ts';

/** Response schemas of credit notes (interface.md §Credit note; completions-documents §3). */

/** [added] The same as on invoices. */
const extensions = () => z.record(z.string(), z.unknown()).nullable();

/** Fields of both a list item and the whole credit note. */
const COMMON = {
  id: z.string(),
  uuid: z.string(),
  number: z.string(),
  direction: z.string(),
  isCreditNote: z.boolean(),
  seriesId: text(),
  series: decimalSeriesSchema.nullable(),
  clientId: text(),
  client: z.object({ uuid: text(), name: z.string(), registrationNumber: text(), address: text(), email: text() }).nullable(),
  parentDocumentId: text(),
  status: z.string(),
  taxauthStatus: text(),
  issueDate: z.string(),
  dueDate: text(),
  currency: z.string(),
  exchangeRate: z.number(),
  notes: text(),
  subtotal: decimalText(),
  vatAmount: decimalText(),
  total: decimalText(),
  taxauthUploadIndex: number(),
  createdAt: z.string(),
  updatedAt: z.string(),
};

const parentRef = z.object({
  id: z.string(),
  uuid: z.string(),
  number: z.string(),
  issueDate: z.string(),
  total: decimalText(),
});

export const creditNoteRowSchema = z.object({ ...COMMON, parentDocument: parentRef.nullable() });

const lineSchema = decimalLineSchema.extend({
  product: z.object({ id: z.string(), name: text(), code: text() }).nullable(),
  /** [added] The line's own rate; null when the document's rate applies. */
  exchangeRate: number(),
  ublExtensions: extensions(),
});

export const creditNoteSchema = z.object({
  ...COMMON,
  documentType: z.string(),
  language: z.string(),
  invoiceTypeCode: z.string(),
  exchangeRateDate: text(),
  paymentTerms: text(),
  issuerName: text(),
  issuerId: text(),
  mentions: text(),
  internalNote: text(),
  idempotencyKey: text(),
  precedingInvoices: precedingSchema,
  ublExtensions: extensions(),
  lines: z.array(lineSchema),
  totalDiscount: decimalText(),
  parentDocument: parentRef
    .extend({
      dueDate: text(),
      currency: z.string(),
      subtotal: decimalText(),
      vatAmount: decimalText(),
      status: z.string(),
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
  issuedAt: text(),
  uploadedAt: text(),
  validatedAt: text(),
  cancellationReason: text(),
  cancelledAt: text(),
  cancelledBy: personSchema.nullable(),
  restoredAt: text(),
  restoredBy: personSchema.nullable(),
  ...receivedShape,
  warnings: z.array(z.string()).optional(),
});
