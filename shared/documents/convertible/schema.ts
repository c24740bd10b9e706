import * as z from 'zod';
import { decimalLineSchema, decimalText, text } from '../present/schema.ts';

/** What answers about proformas and delivery notes share (present.ts). */

export const convertibleClientSchema = z.object({
  uuid: text(),
  name: z.string(),
  registrationNumber: text(),
  address: text(),
  city: text(),
  county: text(),
  country: z.string(),
  postalCode: text(),
  email: text(),
  phone: text(),
  bankAccount: text(),
  bankName: text(),
});

export const convertibleLineSchema = decimalLineSchema.extend({
  product: z.object({ uuid: z.string(), name: text(), code: text(), unitOfMeasure: z.string() }).nullable(),
});

export const CONVERTIBLE_FIELDS = {
  issueDate: z.string(),
  dueDate: text(),
  currency: z.string(),
  exchangeRate: z.number(),
  exchangeRateDate: text(),
  notes: text(),
  deliveryLocation: text(),
  projectReference: text(),
  issuerName: text(),
  issuerId: text(),
  mentions: text(),
  internalNote: text(),
  salesAgent: text(),
  subtotal: decimalText(),
  vatAmount: decimalText(),
  total: decimalText(),
  cancellationReason: text(),
  cancellationNotes: text(),
  cancelledAt: text(),
  convertedAt: text(),
  convertedInvoiceId: text(),
  createdAt: z.string(),
  updatedAt: z.string(),
};

/** The converted document in the answer to a conversion. */
export const convertedSchema = z.object({
  uuid: z.string(),
  number: z.string(),
  status: z.literal('converted'),
  convertedAt: text(),
  convertedInvoiceId: text(),
  convertedInvoiceNumber: text(),
  updatedAt: z.string(),
});
