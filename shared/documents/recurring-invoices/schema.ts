import * as z from 'zod';
import { pageSchema } from '#shared/platform/lambda/endpoint/schema.ts';
import { day, instant, recordShape, uuid } from '#shared/base/kernel/schema.ts';
import { SERIES_TYPES } from '#shared/model/kinds.ts';
import { NOT_TURNOVER } from '#shared/model/vat/turnover-kinds.ts';
import { metadataSchema } from '#shared/model/callers-data/metadata.ts';
import { DOCUMENT_TYPES, DUE_DATE_TYPES, FREQUENCIES, PRICE_RULES } from './model.ts';

/** Response schemas of templates (RCI-5 to RCI-8). */

const nullableText = z.string().nullable();

const common = {
  ...recordShape,
  clientId: uuid(),
  seriesId: uuid(),
  reference: nullableText,
  documentType: z.enum(DOCUMENT_TYPES),
  currency: z.string(),
  invoiceTypeCode: z.string(),
  frequency: z.enum(FREQUENCIES),
  frequencyDay: z.number(),
  frequencyMonth: z.number().nullable(),
  nextIssuanceDate: day(),
  stopDate: day().nullable(),
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
  metadata: metadataSchema(),
  isActive: z.boolean(),
  lastIssuedAt: instant().nullable(),
  lastInvoiceNumber: nullableText,
  lastInvoiceId: uuid().nullable(),
  // Why and when the last run issued nothing; null after a successful run.
  lastError: nullableText,
  lastErrorAt: instant().nullable(),
  // Calculated with the exchange rates at the last change of the template.
  subtotal: z.number(),
  vatTotal: z.number(),
  totalAmount: z.number(),
};

const line = z
  .object({
    uuid: uuid(),
    id: uuid(),
    position: z.number(),
    description: z.string(),
    quantity: z.number(),
    unitPrice: z.number(),
    unitOfMeasure: z.string(),
    vatRateId: uuid(),
    vatRate: z.number(),
    vatAmount: z.number(),
    totalAmount: z.number(),
    productId: uuid().nullable(),
    turnoverKind: z.enum(NOT_TURNOVER).optional(),
    priceRule: z.enum(PRICE_RULES),
    referenceCurrency: nullableText,
    markupPercent: z.number().nullable(),
  })
  .meta({ id: 'RecurringInvoiceLine' });

export const recurringSchema = z
  .object({
    ...common,
    // Null when the client was deleted.
    client: z.object({ uuid: uuid(), id: uuid(), name: z.string(), cif: nullableText, email: z.email().nullable() }).nullable(),
    series: z.object({ uuid: uuid(), id: uuid(), prefix: z.string(), type: z.enum(SERIES_TYPES) }).nullable(),
    lines: z.array(line),
  })
  .meta({ id: 'RecurringInvoice' });

export const recurringPageSchema = pageSchema(
  z.object({ ...common, clientName: nullableText, seriesPrefix: nullableText }).meta({ id: 'RecurringInvoiceRow' }),
).meta({ id: 'RecurringInvoicePage' });
