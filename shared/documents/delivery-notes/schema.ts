import * as z from 'zod';
import { day, instant, uuid } from '#shared/base/kernel/schema.ts';
import {
  CONVERTIBLE_FIELDS,
  convertedSchema,
  convertibleClientSchema,
  convertibleLineSchema,
} from '#shared/documents/common/convertible/schema.ts';
import { decimalSeriesSchema, decimalText, eventSchema, text } from '#shared/documents/common/present/schema.ts';
import { transportLineShape, transportShape, transportStateShape } from '#shared/authority/etransport/schema.ts';
import { invoiceSchema } from '#shared/documents/invoices/present/schema.ts';
import { pageSchema } from '#shared/platform/lambda/endpoint/schema.ts';
import { DELIVERY_NOTE_STATUSES } from '#shared/model/convertible/delivery-note.ts';

/** The delivery note as the contract shows it (DLN-5 to DLN-13). */

/** An item of the list: everything but the lines. */
export const deliveryNoteRowSchema = z
  .object({
    uuid: uuid(),
    number: z.string(),
    documentSeriesId: uuid().nullable(),
    seriesId: uuid().nullable(),
    series: decimalSeriesSchema.nullable(),
    clientId: uuid().nullable(),
    client: convertibleClientSchema.nullable(),
    status: z.enum(DELIVERY_NOTE_STATUSES),
    ...CONVERTIBLE_FIELDS,
    deputyName: text(),
    deputyIdentityCard: text(),
    deputyAuto: text(),
    invoiceFollows: z.boolean(),
    transferCause: text(),
    destination: text(),
    returnOf: z.object({ uuid: uuid(), number: z.string() }).meta({ id: 'DeliveryNoteReference' }).nullable(),
    proformaId: uuid().nullable(),
    issuedAt: instant().nullable(),
    convertedInvoiceNumber: text(),
    // The last day on which the law lets the invoice be issued.
    invoiceDueBy: day().nullable(),
    ...transportShape,
    ...transportStateShape,
  })
  .meta({ id: 'DeliveryNoteRow' });

/** `events`: the timeline, newest first; `warnings`: in the answer to an issue request, if there are any. */
export const deliveryNoteSchema = deliveryNoteRowSchema
  .extend({
    lines: z.array(convertibleLineSchema.extend(transportLineShape).meta({ id: 'DeliveryNoteLine' })),
    events: z.array(eventSchema),
    warnings: z.array(z.string()).optional(),
  })
  .meta({ id: 'DeliveryNote' });

export const deliveryNotePageSchema = pageSchema(deliveryNoteRowSchema).meta({ id: 'DeliveryNotePage' });

export const noteConversionSchema = z
  .object({ invoice: invoiceSchema, deliveryNote: convertedSchema })
  .meta({ id: 'DeliveryNoteConverted' });

/** The invoice in the answer to a bulk conversion (DLN-42). */
export const bulkConversionSchema = z
  .object({
    uuid: uuid(),
    number: z.string(),
    status: z.literal('draft'),
    direction: z.literal('outgoing'),
    isCreditNote: z.literal(false),
    clientId: uuid().nullable(),
    client: convertibleClientSchema.nullable(),
    currency: z.string(),
    exchangeRate: z.number(),
    issueDate: day(),
    dueDate: day().nullable(),
    lines: z.array(convertibleLineSchema),
    subtotal: decimalText(),
    vatAmount: decimalText(),
    total: decimalText(),
    deliveryNoteIds: z.array(uuid()),
    createdAt: instant(),
    updatedAt: instant(),
  })
  .meta({ id: 'BulkConvertedInvoice' });
