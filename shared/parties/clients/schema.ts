import * as z from 'zod';
import { recordShape } from '../../kernel/schema.ts';

/** Schemas for answers about clients. */

const nullableText = z.string().nullable();

export const clientSchema = z.object({
  ...recordShape,
  type: z.enum(['company', 'individual']),
  name: z.string(),
  cui: nullableText,
  cif: nullableText,
  cnp: nullableText,
  /** [added] */
  sendPersonalNumber: z.boolean(),
  vatCode: nullableText,
  isVatPayer: z.boolean(),
  registrationNumber: nullableText,
  address: nullableText,
  city: nullableText,
  county: nullableText,
  postalCode: nullableText,
  country: z.string(),
  email: nullableText,
  phone: nullableText,
  bankName: nullableText,
  bankAccount: nullableText,
  defaultPaymentTermDays: z.number().nullable(),
  contactPerson: nullableText,
  clientCode: nullableText,
  idNumber: nullableText,
  notes: nullableText,
  currency: nullableText,
  viesValid: z.boolean().nullable(),
  viesValidatedAt: nullableText,
  viesName: nullableText,
  source: z.enum(['manual', 'taxauth', 'import']),
  lastSyncedAt: nullableText,
});

/** A client in the list, with the number of invoices issued to it and their total in the company's currency. */
export const listedClientSchema = z.object({ ...clientSchema.shape, invoiceCount: z.number(), totalRevenue: z.number() });

export const createdSchema = z.object({ client: clientSchema, taxauthValidated: z.boolean() });

export const changedSchema = z.object({ client: clientSchema, invoicesUpdated: z.number() });

export const existingSchema = z.object({ client: clientSchema, existing: z.literal(true) });

/** A page of the list, grouped by the first letter of names. */
export const clientPageSchema = z.object({
  data: z.record(z.string(), z.array(listedClientSchema)),
  total: z.number(),
  page: z.number(),
  limit: z.number(),
  pages: z.number(),
});
