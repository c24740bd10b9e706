import * as z from 'zod';
import { day, instant, uuid } from '#shared/base/kernel/schema.ts';
import {
  CONVERTIBLE_FIELDS,
  convertedSchema,
  convertibleClientSchema,
  convertibleLineSchema,
} from '#shared/documents/common/convertible/schema.ts';
import { decimalSeriesSchema, decimalText, eventSchema, text } from '#shared/documents/common/present/schema.ts';
import { invoiceSchema } from '#shared/documents/invoices/present/schema.ts';
import { pageSchema } from '#shared/platform/lambda/endpoint/schema.ts';
import { PROFORMA_STATUSES } from '#shared/model/convertible/proforma.ts';
import { LANGUAGES } from '#shared/model/document.ts';

/** The proforma as the contract shows it (PRO-1 to PRO-15). */

/** An item of the list: everything but the lines. */
export const proformaRowSchema = z
  .object({
    uuid: uuid(),
    number: z.string(),
    seriesId: uuid().nullable(),
    series: decimalSeriesSchema.nullable(),
    clientId: uuid().nullable(),
    client: convertibleClientSchema.nullable(),
    status: z.enum(PROFORMA_STATUSES),
    isExpired: z.boolean(),
    ...CONVERTIBLE_FIELDS,
    validUntil: day(),
    invoiceTypeCode: z.string(),
    language: z.enum(LANGUAGES),
    paymentTerms: text(),
    orderNumber: text(),
    contractNumber: text(),
    totalDiscount: decimalText(),
    rejectionReason: text(),
    rejectionNotes: text(),
    sentAt: instant().nullable(),
    acceptedAt: instant().nullable(),
    rejectedAt: instant().nullable(),
    convertedInvoiceNumber: text(),
  })
  .meta({ id: 'ProformaRow' });

/** `events`: the timeline, newest first. */
export const proformaSchema = proformaRowSchema
  .extend({
    lines: z.array(convertibleLineSchema),
    events: z.array(eventSchema),
  })
  .meta({ id: 'Proforma' });

export const proformaPageSchema = pageSchema(proformaRowSchema).meta({ id: 'ProformaPage' });

export const proformaConversionSchema = z
  .object({ invoice: invoiceSchema, proforma: convertedSchema })
  .meta({ id: 'ProformaConverted' });
