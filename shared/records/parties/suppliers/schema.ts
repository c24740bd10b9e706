import * as z from 'zod';
import { placeShape } from '#shared/platform/lambda/endpoint/schema.ts';
import { instant, recordShape } from '#shared/base/kernel/schema.ts';

/** Schemas for answers about suppliers. */

const nullableText = z.string().nullable();

export const supplierSchema = z
  .object({
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
    lastSyncedAt: instant().nullable(),
  })
  .meta({ id: 'Supplier' });

/** A supplier in the list, with the number of received invoices and their total in the company's currency. */
export const listedSupplierSchema = z
  .object({
    ...supplierSchema.shape,
    invoiceCount: z.number(),
    totalExpenses: z.number(),
  })
  .meta({ id: 'ListedSupplier' });

export const createdSupplierSchema = z.object({ supplier: supplierSchema }).meta({ id: 'CreatedSupplier' });

export const existingSupplierSchema = z
  .object({ supplier: supplierSchema, existing: z.literal(true) })
  .meta({ id: 'ExistingSupplier' });

/** A page of the list, grouped by the first letter of names. */
export const supplierPageSchema = z
  .object({
    data: z.record(z.string(), z.array(listedSupplierSchema)),
    ...placeShape,
  })
  .meta({ id: 'SupplierPage' });
