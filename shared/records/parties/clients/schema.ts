import * as z from 'zod';
import { placeShape } from '#shared/platform/lambda/endpoint/schema.ts';
import { metadataSchema } from '#shared/model/callers-data/metadata.ts';
import { instant, recordShape } from '#shared/base/kernel/schema.ts';

/** Schemas for answers about clients. */

const nullableText = z.string().nullable();

export const clientSchema = z
  .object({
    ...recordShape,
    type: z.enum(['company', 'individual']),
    name: z.string(),
    cui: nullableText,
    cif: nullableText,
    cnp: nullableText,
    sendPersonalNumber: z.boolean(),
    vatCode: nullableText,
    isVatPayer: z.boolean(),
    isAffiliated: z.boolean(),
    registrationNumber: nullableText,
    address: nullableText,
    city: nullableText,
    county: nullableText,
    postalCode: nullableText,
    country: z.string(),
    email: z.email().nullable(),
    phone: nullableText,
    bankName: nullableText,
    bankAccount: nullableText,
    defaultPaymentTermDays: z.number().nullable(),
    contactPerson: nullableText,
    clientCode: nullableText,
    idNumber: nullableText,
    notes: nullableText,
    currency: nullableText,
    metadata: metadataSchema(),
    viesValid: z.boolean().nullable(),
    viesValidatedAt: instant().nullable(),
    viesName: nullableText,
    source: z.enum(['manual', 'taxauth', 'import']),
    lastSyncedAt: instant().nullable(),
  })
  .meta({ id: 'Client' });

/** A client in the list, with the number of invoices issued to it and their total in the company's currency. */
export const listedClientSchema = z
  .object({ ...clientSchema.shape, invoiceCount: z.number(), totalRevenue: z.number() })
  .meta({ id: 'ListedClient' });

/** Numbers whose check digit is wrong; absent without any. */
const warnings = z.array(z.string()).optional();

export const createdSchema = z
  .object({ client: clientSchema, taxauthValidated: z.boolean(), warnings })
  .meta({ id: 'CreatedClient' });

export const changedSchema = z
  .object({
    client: clientSchema,
    invoicesUpdated: z.number(),
    invoicesKept: z.number(),
    warnings,
  })
  .meta({ id: 'ChangedClient' });

export const existingSchema = z.object({ client: clientSchema, existing: z.literal(true) }).meta({ id: 'ExistingClient' });

/** A page of the list, grouped by the first letter of names. */
export const clientPageSchema = z
  .object({
    data: z.record(z.string(), z.array(listedClientSchema)),
    ...placeShape,
  })
  .meta({ id: 'ClientPage' });
