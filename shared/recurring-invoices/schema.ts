import * as z from 'zod';
import { pageSchema } from '../lambda/endpoint/schema.ts';
import { recordShape } from '../kernel/schema.ts';
import { DOCUMENT_TYPES, DUE_DATE_TYPES, FREQUENCIES, PRICE_RULES } from './model.ts';

/** Response schemas of templates (completions-documents §5). */

const nullableText = z.string().nullable();

const common = {
  ...recordShape,
  clientId: z.string(),
  seriesId: z.string(),
  reference: nullableText,
  documentType: z.enum(DOCUMENT_TYPES),
  currency: z.string(),
  invoiceTypeCode: z.string(),
  frequency: z.enum(FREQUENCIES),
  frequencyDay: z.number(),
  frequencyMonth: z.number().nullable(),
  nextIssuanceDate: z.string(),
  stopDate: nullableText,
  dueDateType: z.enum(DUE_DATE_TYPES),
  dueDateDays: z.number().nullable(),
  dueDateFixedDay: z.number().nullable(),
  notes: nullableText,
  paymentTerms: nullableText,
  autoEmailEnabled: z.boolean(),
  autoEmailTime: z.string(),
  autoEmailDayOffset: z.number(),
  penaltyEnabled: z.boolean(),
  penaltyPercentPerDay: z.number().nullable(),
  penaltyGraceDays: z.number().nullable(),
  isActive: z.boolean(),
  lastIssuedAt: nullableText,
  lastInvoiceNumber: nullableText,
  lastInvoiceId: nullableText,
  // [added] Why and when the last run issued nothing; null after a successful run.
  lastError: nullableText,
  lastErrorAt: nullableText,
  // Calculated with the exchange rates at the last change of the template.
  subtotal: z.number(),
  vatTotal: z.number(),
  totalAmount: z.number(),
};

const line = z.object({
  uuid: z.string(),
  id: z.string(),
  position: z.number(),
  description: z.string(),
  quantity: z.number(),
  unitPrice: z.number(),
  unitOfMeasure: z.string(),
  vatRateId: z.string(),
  vatRate: z.number(),
  vatAmount: z.number(),
  totalAmount: z.number(),
  productId: nullableText,
  priceRule: z.enum(PRICE_RULES),
  referenceCurrency: nullableText,
  markupPercent: z.number().nullable(),
});

export const recurringSchema = z.object({
  ...common,
  // Null when the client was deleted.
  client: z.object({ uuid: z.string(), id: z.string(), name: z.string(), cif: nullableText, email: nullableText }).nullable(),
  series: z.object({ uuid: z.string(), id: z.string(), prefix: z.string(), type: z.string() }).nullable(),
  lines: z.array(line),
});

export const recurringPageSchema = pageSchema(z.object({ ...common, clientName: nullableText, seriesPrefix: nullableText }));
