import * as z from 'zod';
import { recordShape } from '../../kernel/schema.ts';

/** Schemas for answers about suppliers. */

const word = z.string().nullable();

export const supplierSchema = z.object({
  ...recordShape,
  name: z.string(),
  cui: word,
  cif: word,
  vatCode: word,
  isVatPayer: z.boolean(),
  registrationNumber: word,
  address: word,
  city: word,
  county: word,
  country: z.string(),
  postalCode: word,
  email: word,
  phone: word,
  bankName: word,
  bankAccount: word,
  notes: word,
  source: z.enum(['manual', 'taxauth', 'import']),
  lastSyncedAt: word,
});

/** A supplier in the list, with the number of received invoices and their total in the company's currency. */
export const listedSupplierSchema = z.object({
  ...supplierSchema.shape,
  invoiceCount: z.number(),
  totalExpenses: z.number(),
});

export const createdSupplierSchema = z.object({ supplier: supplierSchema });

export const existingSupplierSchema = z.object({ supplier: supplierSchema, existing: z.literal(true) });

/** A page of the list, grouped by the first letter of names. */
export const supplierPageSchema = z.object({
  data: z.record(z.string(), z.array(listedSupplierSchema)),
  total: z.number(),
  page: z.number(),
  limit: z.number(),
  pages: z.number(),
});
