import * as z from 'zod';
import { recordShape } from '../../kernel/schema.ts';

/** Schemas for answers about suppliers. */

const nullableText = z.string().nullable();

export const supplierSchema = z.object({
  ...recordShape,
  name: z.string(),
  cui: nullableText,
  cif: nullableText,
  vatCode: nullableText,
  isVatPayer: z.boolean(),
  registrationNumber: nullableText,
  address: nullableText,
  city: nullableText,
  county: nullableText,
  country: z.string(),
  postalCode: nullableText,
  email: nullableText,
  phone: nullableText,
  bankName: nullableText,
  bankAccount: nullableText,
  notes: nullableText,
  source: z.enum(['manual', 'taxauth', 'import']),
  lastSyncedAt: nullableText,
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
