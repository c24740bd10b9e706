import * as z from 'zod';

/** Response bodies of the look-ups in public registers. */

const word = z.string().nullable();

export const registryEntrySchema = z.object({
  cui: z.string(),
  name: z.string(),
  address: word,
  city: word,
  county: word,
  postalCode: word,
  phone: word,
  registrationNumber: word,
  isVatPayer: z.boolean(),
  vatCode: word,
});

export const vatCheckSchema = z.object({
  valid: z.boolean(),
  name: word,
  address: word,
  countryCode: z.string(),
  vatNumber: z.string(),
});
