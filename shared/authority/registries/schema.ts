import * as z from 'zod';

/** Response bodies of the look-ups in public registers. */

const nullableText = z.string().nullable();

export const registryEntrySchema = z
  .object({
    cui: z.string(),
    name: z.string(),
    address: nullableText,
    city: nullableText,
    county: nullableText,
    postalCode: nullableText,
    phone: nullableText,
    registrationNumber: nullableText,
    isVatPayer: z.boolean(),
    vatCode: nullableText,
  })
  .meta({ id: 'RegistryEntry' });

export const vatCheckSchema = z
  .object({
    valid: z.boolean(),
    name: nullableText,
    address: nullableText,
    countryCode: z.string(),
    vatNumber: z.string(),
  })
  .meta({ id: 'VatCheck' });
