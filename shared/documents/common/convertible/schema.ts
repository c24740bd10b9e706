import * as z from 'zod';
import { day, instant, uuid } from '#shared/base/kernel/schema.ts';
import { metadataSchema } from '#shared/model/callers-data/metadata.ts';
import { decimalLineSchema, decimalText, text } from '../present/schema.ts';

/** What answers about proformas and delivery notes share (present.ts). */

export const convertibleClientSchema = z
  .object({
    uuid: uuid().nullable(),
    name: z.string(),
    registrationNumber: text(),
    address: text(),
    city: text(),
    county: text(),
    country: z.string(),
    postalCode: text(),
    email: z.email().nullable(),
    phone: text(),
    bankAccount: text(),
    bankName: text(),
  })
  .meta({ id: 'DocumentClient' });

export const convertibleLineSchema = decimalLineSchema
  .extend({
    product: z
      .object({ uuid: uuid(), name: text(), code: text(), unitOfMeasure: z.string() })
      .meta({ id: 'ProformaLineProduct' })
      .nullable(),
  })
  .meta({ id: 'ProformaLine' });

export const CONVERTIBLE_FIELDS = {
  issueDate: day(),
  dueDate: day().nullable(),
  currency: z.string(),
  exchangeRate: z.number(),
  exchangeRateDate: day().nullable(),
  notes: text(),
  deliveryLocation: text(),
  projectReference: text(),
  issuerName: text(),
  issuerId: uuid().nullable(),
  mentions: text(),
  internalNote: text(),
  metadata: metadataSchema(),
  salesAgent: text(),
  subtotal: decimalText(),
  vatAmount: decimalText(),
  total: decimalText(),
  cancellationReason: text(),
  cancellationNotes: text(),
  cancelledAt: instant().nullable(),
  convertedAt: instant().nullable(),
  convertedInvoiceId: uuid().nullable(),
  createdAt: instant(),
  updatedAt: instant(),
};

/** The converted document in the answer to a conversion. */
export const convertedSchema = z
  .object({
    uuid: uuid(),
    number: z.string(),
    status: z.literal('converted'),
    convertedAt: instant().nullable(),
    convertedInvoiceId: uuid().nullable(),
    convertedInvoiceNumber: text(),
    updatedAt: instant(),
  })
  .meta({ id: 'ConvertedDocument' });
