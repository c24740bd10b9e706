import * as z from 'zod';

/** Schemas that answers about all kinds of documents share: people, parties, lines, payments, timeline. */

export const text = () => z.string().nullable();

export const number = () => z.number().nullable();

export const personSchema = z.object({ id: text(), name: z.string(), email: text() });

export const eventSchema = z.object({
  id: z.string(),
  type: z.string(),
  status: text(),
  timestamp: z.string(),
  details: z.string(),
  user: personSchema.nullable(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
});

export const partySchema = z.object({
  id: text(),
  name: z.string(),
  cif: text(),
  registrationNumber: text(),
  address: text(),
  city: text(),
  country: text(),
  email: text(),
  phone: text(),
});

export const refSchema = z.object({
  id: z.string(),
  uuid: z.string(),
  number: z.string(),
  issueDate: z.string(),
  total: z.number(),
});

/** [added] Earlier documents that the caller entered (decisions.md §Fiscal rules); the parent document is not among them. */
export const precedingSchema = z.array(z.object({ number: z.string(), issueDate: text() }));

export const lineSchema = z.object({
  id: z.string(),
  lineNumber: z.number(),
  description: z.string(),
  quantity: z.number(),
  unitPrice: z.number(),
  unitOfMeasure: z.string(),
  vatRate: z.number(),
  vatCategoryCode: z.string(),
  vatRateId: text(),
  vatAmount: z.number(),
  subtotal: z.number(),
  total: z.number(),
  discount: number(),
  discountPercent: number(),
  vatIncluded: z.boolean(),
  /** [added] The exchange rate that the line states; null: that of the advance that it settles applies, or the document's. */
  exchangeRate: number(),
  productCode: text(),
  product: z.object({ id: z.string(), name: text(), code: text() }).nullable(),
  ublExtensions: z.record(z.string(), z.unknown()).nullable(),
});

export const paymentSchema = z.object({
  id: z.string(),
  amount: z.number(),
  paymentDate: z.string(),
  paymentMethod: z.string(),
  reference: text(),
  notes: text(),
  createdAt: z.string(),
});

/** A credit note in the detail of the invoice that it credits. */
export const creditNoteLinkSchema = z.object({ uuid: z.string(), number: z.string(), status: z.string(), total: z.number() });

/** An attachment as the contract shows it (interface.md §Invoice attachment). */
export const attachmentSchema = z.object({
  id: z.string(),
  filename: z.string(),
  mimeType: z.string(),
  size: z.number(),
  uploadedAt: z.string(),
  uploadedBy: z.object({ id: z.string().nullable(), name: z.string() }),
  description: z.string().nullable(),
});

/** An amount, quantity or percentage as a decimal string with two decimals. */
export const decimalText = () => z.string().regex(/^-?\d+\.\d\d$/);

/** The series of a document whose amounts are decimal strings (decimal.ts). */
export const decimalSeriesSchema = z.object({
  uuid: z.string(),
  name: z.string(),
  nextNumber: number(),
  prefix: z.string(),
  year: number(),
});

/** A line of such a document; each kind adds `product`. */
export const decimalLineSchema = z.object({
  uuid: z.string(),
  lineNumber: z.number(),
  description: z.string(),
  quantity: decimalText(),
  unitPrice: decimalText(),
  unitOfMeasure: z.string(),
  productId: text(),
  vatRateId: text(),
  vatRate: z.object({ uuid: text(), name: text(), percentage: decimalText() }),
  discount: decimalText(),
  discountPercent: decimalText().nullable(),
  vatIncluded: z.boolean(),
  subtotal: decimalText(),
  vatAmount: decimalText(),
  total: decimalText(),
});
