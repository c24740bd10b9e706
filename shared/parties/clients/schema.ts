import * as z from 'zod';
import { recordShape } from '../../kernel/schema.ts';

/** Schemas for answers about clients. */

const word = z.string().nullable();

export const clientSchema = z.object({
  ...recordShape,
  type: z.enum(['company', 'individual']),
  name: z.string(),
  cui: word,
  cif: word,
  cnp: word,
  /** [added] */
  sendPersonalNumber: z.boolean(),
  vatCode: word,
  isVatPayer: z.boolean(),
  registrationNumber: word,
  address: word,
  city: word,
  county: word,
  postalCode: word,
  country: z.string(),
  email: word,
  phone: word,
  bankName: word,
  bankAccount: word,
  defaultPaymentTermDays: z.number().nullable(),
  contactPerson: word,
  clientCode: word,
  idNumber: word,
  notes: word,
  currency: word,
  viesValid: z.boolean().nullable(),
  viesValidatedAt: word,
  viesName: word,
  source: z.enum(['manual', 'taxauth', 'import']),
  lastSyncedAt: word,
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
