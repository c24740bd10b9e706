import * as z from 'zod';
import { notConfigured, notFound, type Problem, rateLimited, unavailable } from '#shared/base/kernel/errors.ts';
import { companyRegistry } from './registry-http.ts';
import { type RegistryEntry, RegistryLimited, RegistryUnavailable } from './company-registry.ts';
import { vatRegistry, VatRegistryUnavailable } from './vat-registry.ts';
import type { registryEntrySchema, vatCheckSchema } from './schema.ts';

/** Look-ups in the public registers. They answer 503 when the register is not configured (REC-15, REC-16). */

/** The API error for a register that gave no result: 429 when the authority's call limit is reached, else 503. */
export const notAsked = (error: RegistryUnavailable): Problem =>
  error instanceof RegistryLimited
    ? rateLimited(error.message, error.retryAfter, { retryAfter: error.retryAfter })
    : unavailable(error.message, { retryAfter: 60, cause: error });

/** The register's entry of a tax number (digits only). @throws 404 without an entry; 429, 503 as `notAsked` */
export async function findInRegistry(cif: string): Promise<RegistryEntry> {
  const registry = companyRegistry();
  if (!registry) throw notConfigured('No company register is configured.');
  try {
    const entry = await registry.find(cif);
    if (!entry) throw notFound('Company');
    return entry;
  } catch (error) {
    if (error instanceof RegistryUnavailable) throw notAsked(error);
    throw error;
  }
}

/** The register's entry of a tax number, as the API returns it. @throws as `findInRegistry` */
export async function lookUpCompany(cif: string): Promise<z.infer<typeof registryEntrySchema>> {
  const entry = await findInRegistry(cif);
  return {
    cui: entry.cif,
    name: entry.name,
    address: entry.address,
    city: entry.city,
    county: entry.county,
    postalCode: entry.postalCode,
    phone: entry.phone,
    registrationNumber: entry.registrationNumber,
    isVatPayer: entry.vatPayer,
    vatCode: entry.vatCode,
  };
}

export interface VatNumber {
  prefix: string;
  number: string;
}

/** A VAT number: two letters, then letters and digits; blanks, points and hyphens are removed. */
export const vatNumber = () =>
  z
    .string('is required')
    .transform(value => value.replace(/[\s.-]/g, '').toUpperCase())
    .refine(value => /^[A-Z]{2}[A-Z0-9+*]{2,13}$/.test(value), 'must be two letters and a number')
    .transform((value): VatNumber => ({ prefix: value.slice(0, 2), number: value.slice(2) }));

/** Checks a VAT number in the EU register. @throws 503 when the register is not configured or not available */
export async function lookUpVatNumber({ prefix, number }: VatNumber): Promise<z.infer<typeof vatCheckSchema>> {
  const registry = vatRegistry();
  if (!registry) throw notConfigured('No VAT register is configured.');
  try {
    return { ...(await registry.check(prefix, number)), countryCode: prefix, vatNumber: number };
  } catch (error) {
    if (error instanceof VatRegistryUnavailable) throw unavailable(error.message, { retryAfter: 60, cause: error });
    throw error;
  }
}
