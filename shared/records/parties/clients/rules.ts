import { EU_COUNTRIES } from '#shared/model/codes/lists.ts';
import { type FieldErrors, invalidFields } from '#shared/base/kernel/errors.ts';
import { patched } from '#shared/base/kernel/patch.ts';
import { withMetadata } from '#shared/model/callers-data/metadata.ts';
import type { ClientChange, ClientInput } from './input.ts';
import type { Client } from './store.ts';
import type { RegistryEntry } from '#shared/authority/registries/company-registry.ts';

/** Rules for client records (REC-8 to REC-28). Pure. */

/** The country of a VAT prefix: the ISO code, except EL for Greece (Council Directive 2006/112/EC, article 215). */
export const countryOfPrefix = (prefix: string): string => (prefix === 'EL' ? 'GR' : prefix);
/** The prefix of a country's VAT numbers. */
export const prefixOfCountry = (country: string): string => (country === 'GR' ? 'EL' : country);

/** The EU country whose prefix a tax number starts with, if any. */
export function euCountryOf(number: string | null): string | undefined {
  const country = countryOfPrefix(/^([A-Z]{2})[A-Z0-9]*\d/.exec(number ?? '')?.[1] ?? '');
  return EU_COUNTRIES.has(country) ? country : undefined;
}

/**
 * Takes VAT code and country from a `cui` with an EU prefix, if the body has no VAT code; a country in the body stays.
 *
 * @param vatCode the stored one; if it is set, nothing is added
 */
export function completed<T extends Pick<ClientChange, 'cui' | 'vatCode' | 'country'>>(body: T, vatCode: string | null): T {
  const country = body.vatCode == null && vatCode === null ? euCountryOf(body.cui ?? null) : undefined;
  return country ? { ...body, vatCode: body.cui, country: body.country ?? country } : body;
}

/** A new client. Each field is taken from the input, else from the register's entry, else it gets its default. */
export function newClient(input: ClientInput, entry: RegistryEntry | undefined, id: string, at: string): Client {
  const byDefault: Client = {
    id,
    version: 1,
    type: 'company',
    name: input.name,
    cui: null,
    cnp: null,
    sendPersonalNumber: false,
    vatCode: null,
    isVatPayer: false,
    isAffiliated: false,
    registrationNumber: null,
    address: null,
    city: null,
    county: null,
    postalCode: null,
    country: 'RO',
    email: null,
    phone: null,
    bankName: null,
    bankAccount: null,
    defaultPaymentTermDays: null,
    contactPerson: null,
    clientCode: null,
    idNumber: null,
    notes: null,
    currency: null,
    viesValid: null,
    viesValidatedAt: null,
    viesName: null,
    source: 'manual',
    lastSyncedAt: entry ? at : null,
    deletedAt: null,
    createdAt: at,
    updatedAt: at,
  };
  const { metadata, ...fields } = input;
  return withMetadata(patched(patched(byDefault, entry ? registryFields(entry) : {}), given(fields)), metadata);
}

/** The fields that the company register provides. */
const registryFields = (entry: RegistryEntry): Partial<Client> => ({
  registrationNumber: entry.registrationNumber,
  address: entry.address,
  city: entry.city,
  county: entry.county,
  postalCode: entry.postalCode,
  phone: entry.phone,
  isVatPayer: entry.vatPayer,
  vatCode: entry.vatCode,
});

/** The input without fields that are null: for a new record null means the same as absent. */
const given = (input: Omit<ClientInput, 'metadata'>): Partial<Client> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value != null));

/** Whether the company register has data about a client: Romanian companies with a tax number. */
export const inRegistry = (client: Pick<Client, 'type' | 'country' | 'cui'>): boolean =>
  client.type === 'company' && client.country === 'RO' && /^(RO)?\d{2,10}$/.test(client.cui ?? '');

/** @throws 422 when the address is not complete enough for documents (REC-8) */
export function requireAddress(client: Client): void {
  if (client.type === 'company' && client.country === 'RO' && client.cui !== null) return;
  const required = client.country === 'RO' ? (['address', 'city', 'county'] as const) : (['address', 'city'] as const);
  const errors: FieldErrors = {};
  for (const field of required) if (client[field] === null) errors[field] = ['is required'];
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}

/** @throws 422 for a change that clears a field that documents need */
export function refuseEmptied(change: ClientChange): void {
  const errors: FieldErrors = {};
  for (const field of ['address', 'city'] as const) if (change[field] === null) errors[field] = ['must not be emptied'];
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}

/**
 * Whether a client can be checked in the EU VAT register (VIES): it has a VAT number and is in an EU country other than Romania.
 */
export const inVatRegistry = (client: Pick<Client, 'country' | 'vatCode'>): boolean =>
  client.country !== 'RO' && EU_COUNTRIES.has(client.country) && client.vatCode !== null;

/** Whether a change requires a new check in the EU VAT register. */
export const asksVatRegistry = (before: Client, after: Client): boolean =>
  before.vatCode !== after.vatCode || before.cui !== after.cui || before.country !== after.country;
