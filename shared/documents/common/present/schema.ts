import * as z from 'zod';
import { day, instant, namedPersonSchema, uuid } from '#shared/base/kernel/schema.ts';
import { EVENT_TYPES } from '#shared/model/timeline.ts';
import { DELIVERY_NOTE_STATUSES } from '#shared/model/convertible/delivery-note.ts';
import { PROFORMA_STATUSES } from '#shared/model/convertible/proforma.ts';
import { INVOICE_STATUSES } from '#shared/model/invoice.ts';
import { PAYMENT_METHODS, PAYMENT_TYPES } from '#shared/model/payment.ts';
import { NOT_TURNOVER } from '#shared/model/vat/turnover-kinds.ts';
import { RECEIVED_VAT_CATEGORIES, VAT_CATEGORIES } from '#shared/model/vat/categories.ts';

/** Schemas that answers about all kinds of documents share: people, parties, lines, payments, timeline. */

export const text = () => z.string().nullable();

export const number = () => z.number().nullable();

export const personSchema = z
  .object({ id: uuid().nullable(), name: z.string(), email: z.email().nullable() })
  .meta({ id: 'Person' });

/** The statuses of all kinds of documents. */
const STATUSES = [...new Set([...INVOICE_STATUSES, ...PROFORMA_STATUSES, ...DELIVERY_NOTE_STATUSES])];

export const eventSchema = z
  .object({
    id: uuid(),
    type: z.enum(EVENT_TYPES),
    status: z.enum(STATUSES).nullable(),
    timestamp: instant(),
    details: z.string(),
    user: personSchema.nullable(),
    metadata: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ id: 'DocumentEvent' });

export const partySchema = z
  .object({
    id: uuid().nullable(),
    name: z.string(),
    cif: text(),
    registrationNumber: text(),
    address: text(),
    city: text(),
    country: text(),
    email: z.email().nullable(),
    phone: text(),
  })
  .meta({ id: 'Party' });

/** The seller of a document in a list: the company, or the sender of a received one. */
export const sellerSummarySchema = z
  .object({ id: uuid().nullable(), name: z.string(), cif: text() })
  .meta({ id: 'SellerSummary' });

export const refSchema = z
  .object({
    id: uuid(),
    uuid: uuid(),
    number: z.string(),
    issueDate: day(),
    total: z.number(),
  })
  .meta({ id: 'DocumentReference' });

/** Earlier documents that the caller entered (INV-17); the parent document is not among them. */
export const precedingSchema = z.array(
  z.object({ number: z.string(), issueDate: day().nullable() }).meta({ id: 'PrecedingInvoice' }),
);

export const lineProductSchema = z.object({ id: uuid(), name: text(), code: text() }).meta({ id: 'LineProduct' });

export const lineSchema = z
  .object({
    id: uuid(),
    lineNumber: z.number(),
    description: z.string(),
    quantity: z.number(),
    unitPrice: z.number(),
    unitOfMeasure: z.string(),
    vatRate: z.number(),
    vatCategoryCode: z.enum([...VAT_CATEGORIES, ...RECEIVED_VAT_CATEGORIES]),
    vatRateId: uuid().nullable(),
    vatAmount: z.number(),
    subtotal: z.number(),
    total: z.number(),
    discount: number(),
    discountPercent: number(),
    vatIncluded: z.boolean(),
    /** The exchange rate that the line states; null: that of the advance that it settles applies, or the document's. */
    exchangeRate: number(),
    /** What is sold, as the line or its product says; null: unknown. */
    kind: z.enum(['goods', 'service']).nullable(),
    /** Absent: turnover. */
    turnoverKind: z.enum(NOT_TURNOVER).optional(),
    productCode: text(),
    product: lineProductSchema.nullable(),
    ublExtensions: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ id: 'InvoiceLine' });

export const paymentSchema = z
  .object({
    id: uuid(),
    type: z.enum(PAYMENT_TYPES),
    paysBack: z.boolean(),
    amount: z.number(),
    paymentDate: day(),
    paymentMethod: z.enum(PAYMENT_METHODS),
    reference: text(),
    notes: text(),
    createdAt: instant(),
  })
  .meta({ id: 'InvoicePayment' });

/** A credit note in the detail of the invoice that it credits. */
export const creditNoteLinkSchema = z
  .object({
    uuid: uuid(),
    number: z.string(),
    status: z.enum(INVOICE_STATUSES),
    total: z.number(),
  })
  .meta({ id: 'CreditNoteLink' });

/** An attachment as the contract shows it (OUT-23 to OUT-32). */
export const attachmentSchema = z
  .object({
    id: uuid(),
    filename: z.string(),
    mimeType: z.string(),
    size: z.number(),
    uploadedAt: instant(),
    uploadedBy: namedPersonSchema,
    description: z.string().nullable(),
  })
  .meta({ id: 'Attachment' });

/** An amount, quantity or percentage as a decimal string with two decimals. */
export const decimalText = () => z.string().regex(/^-?\d+\.\d\d$/);

/** The series of a document whose amounts are decimal strings (decimal.ts). */
export const decimalSeriesSchema = z
  .object({
    uuid: uuid(),
    name: z.string(),
    nextNumber: number(),
    prefix: z.string(),
    year: number(),
  })
  .meta({ id: 'SeriesReference' });

const lineVatRateSchema = z
  .object({ uuid: uuid().nullable(), name: text(), percentage: decimalText() })
  .meta({ id: 'LineVatRate' });

/** A line of such a document; each kind adds `product`. */
export const decimalLineSchema = z.object({
  uuid: uuid(),
  lineNumber: z.number(),
  description: z.string(),
  quantity: decimalText(),
  unitPrice: decimalText(),
  unitOfMeasure: z.string(),
  productId: uuid().nullable(),
  vatRateId: uuid().nullable(),
  vatRate: lineVatRateSchema,
  discount: decimalText(),
  discountPercent: decimalText().nullable(),
  vatIncluded: z.boolean(),
  turnoverKind: z.enum(NOT_TURNOVER).optional(),
  subtotal: decimalText(),
  vatAmount: decimalText(),
  total: decimalText(),
});
