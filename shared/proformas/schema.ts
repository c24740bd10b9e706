import * as z from 'zod';
import {
  CONVERTIBLE_FIELDS,
  convertedSchema,
  convertibleClientSchema,
  convertibleLineSchema,
} from '../documents/convertible/schema.ts';
import { decimalSeriesSchema, decimalText, eventSchema, text } from '../documents/present/schema.ts';
import { invoiceSchema } from '../invoices/present/schema.ts';
import { pageSchema } from '../lambda/endpoint/schema.ts';
import { PROFORMA_STATUSES } from '../model/convertible/proforma.ts';

/** The proforma as the contract shows it (completions-documents §4). */

/** An item of the list: everything but the lines. */
export const proformaRowSchema = z.object({
  uuid: z.string(),
  number: z.string(),
  seriesId: text(),
  series: decimalSeriesSchema.nullable(),
  clientId: text(),
  client: convertibleClientSchema.nullable(),
  status: z.enum(PROFORMA_STATUSES),
  isExpired: z.boolean(),
  ...CONVERTIBLE_FIELDS,
  validUntil: z.string(),
  invoiceTypeCode: z.string(),
  language: z.string(),
  paymentTerms: text(),
  orderNumber: text(),
  contractNumber: text(),
  totalDiscount: decimalText(),
  rejectionReason: text(),
  rejectionNotes: text(),
  sentAt: text(),
  acceptedAt: text(),
  rejectedAt: text(),
  convertedInvoiceNumber: text(),
});

/** [added] `events`: the timeline, newest first. */
export const proformaSchema = proformaRowSchema.extend({
  lines: z.array(convertibleLineSchema),
  events: z.array(eventSchema),
});

export const proformaPageSchema = pageSchema(proformaRowSchema);

export const proformaConversionSchema = z.object({ invoice: invoiceSchema, proforma: convertedSchema });
