import * as z from 'zod';
import { country, currency, documented, email, optionalText, text } from '#shared/base/kernel/fields.ts';
import { patch } from '#shared/base/kernel/patch.ts';
import { metadataChange } from '#shared/model/callers-data/metadata.ts';

/** Request bodies about clients (REC-8 to REC-11). `cif` is an alias of `cui`. */

/** A tax number in upper case without spaces; empty text is null. */
export const taxNumber = () =>
  z
    .string()
    .trim()
    .max(20, 'must have at most 20 characters')
    .transform(value => value.replace(/\s+/g, '').toUpperCase() || null)
    .nullish();

const personalNumber = () =>
  z
    .string()
    .trim()
    .regex(/^(\d{13})?$/, 'must have 13 digits')
    .transform(value => value || null)
    .nullish();

/** An email address; empty text is null. */
export const optionalEmail = () =>
  documented(
    z
      .string()
      .trim()
      .transform(value => value || null)
      .pipe(email().nullable()),
    { type: ['string', 'null'], format: 'email', maxLength: 180 },
  ).nullish();

const fields = {
  type: z.enum(['company', 'individual']).optional(),
  name: text(255),
  cui: taxNumber(),
  cif: taxNumber(),
  cnp: personalNumber(),
  sendPersonalNumber: z.boolean().optional(),
  vatCode: taxNumber(),
  isVatPayer: z.boolean().optional(),
  isAffiliated: z.boolean().optional(),
  registrationNumber: optionalText(50),
  address: optionalText(255),
  city: optionalText(100),
  county: optionalText(100),
  postalCode: optionalText(10),
  country: country().optional(),
  email: optionalEmail(),
  phone: optionalText(20),
  bankName: optionalText(255),
  bankAccount: optionalText(34),
  defaultPaymentTermDays: z.int().min(0).max(3650).nullish(),
  contactPerson: optionalText(255),
  clientCode: optionalText(50),
  idNumber: optionalText(100),
  notes: optionalText(5000),
  currency: currency().nullish(),
  metadata: metadataChange(),
};

type Named = { cui?: string | null | undefined; cif?: string | null | undefined };

/** The body with `cif` renamed to `cui`; if it has both, `cui` is used. */
export const aliased = <T extends Named>({ cif, ...body }: T): Omit<T, 'cif'> => ({
  ...body,
  cui: body.cui === undefined ? cif : body.cui,
});

export const newClientBody = z.object(fields).transform(aliased).meta({ id: 'ClientInput' });
export type ClientInput = z.infer<typeof newClientBody>;

export const clientChangeBody = patch(fields).transform(aliased).meta({ id: 'ClientChange' });
export type ClientChange = z.infer<typeof clientChangeBody>;

/** A Romanian tax number with or without `RO`; returns its digits. */
export const registryNumber = () =>
  z
    .string('is required')
    .trim()
    .regex(/^([Rr][Oo])?\s*\d{2,10}$/, 'must be 2 to 10 digits, with or without RO')
    .transform(value => value.replace(/\D/g, ''));

export const fromRegistryBody = z.object({ cui: registryNumber(), name: optionalText(255) }).meta({ id: 'ClientFromRegistry' });
