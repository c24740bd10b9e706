import { EU_COUNTRIES } from '../../model/codes/lists.ts';
import { type FieldErrors, invalidFields } from '../../kernel/errors.ts';
import { patched } from '../../kernel/patch.ts';
import type { ClientChange, ClientInput } from './input.ts';
import type { Client } from './store.ts';
import type { RegistryEntry } from '../../registries/company-registry.ts';

/** What a client record must be (completions-accounts §10). Pure. */

/** Country of a VAT prefix: ISO codes but for Greece, which uses EL (Council Directive 2006/112/EC, article 215). */
export const countryOfPrefix = (prefix: string): string => (prefix === 'EL' ? 'GR' : prefix);
/** The prefix of a country's VAT numbers. */
export const prefixOfCountry = (country: string): string => (country === 'GR' ? 'EL' : country);

/** The EU country whose prefix a tax number starts with, if any. */
export function euCountryOf(number: string | null): string | undefined {
  const country = countryOfPrefix(/^([A-Z]{2})[A-Z0-9]*\d/.exec(number ?? '')?.[1] ?? '');
  return EU_COUNTRIES.has(country) ? country : undefined;
}

/** A tax number with an EU prefix says the VAT number and the country too, where neither was given. */
export function completed<T extends Pick<ClientChange, 'cui' | 'vatCode' | 'country'>>(body: T, vatCode: string | null): T {
  const country = body.vatCode == null && vatCode === null ? euCountryOf(body.cui ?? null) : undefined;
  return country ? { ...body, vatCode: body.cui, country: body.country ?? country } : body;
}

/** A new client: what was given, then what the register knows of what was left out, then defaults. */
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
  return patched(patched(byDefault, entry ? registryFields(entry) : {}), given(input));
}

/** What the register fills of a client. */
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

/** A field sent as null is one that was left out, when there is nothing yet to clear. */
const given = (input: ClientInput): Partial<Client> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value != null));

/** Whether the register is asked about a client: Romanian companies with a tax number. */
export const inRegistry = (client: Pick<Client, 'type' | 'country' | 'cui'>): boolean =>
  client.type === 'company' && client.country === 'RO' && /^(RO)?\d{2,10}$/.test(client.cui ?? '');

/** @throws 422 for an address that documents could not print (completions-accounts §10). */
export function requireAddress(client: Client): void {
  if (client.type === 'company' && client.country === 'RO' && client.cui !== null) return;
  const required = client.country === 'RO' ? (['address', 'city', 'county'] as const) : (['address', 'city'] as const);
  const errors: FieldErrors = {};
  for (const field of required) if (client[field] === null) errors[field] = ['is required'];
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}

/** @throws 422 for a change that empties what a document needs. */
export function refuseEmptied(change: ClientChange): void {
  const errors: FieldErrors = {};
  for (const field of ['address', 'city'] as const) if (change[field] === null) errors[field] = ['must not be emptied'];
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}

/** Whether the EU register decides about a client: EU countries other than Romania, with a VAT number. */
export const inVatRegistry = (client: Pick<Client, 'country' | 'vatCode'>): boolean =>
  client.country !== 'RO' && EU_COUNTRIES.has(client.country) && client.vatCode !== null;

/** The fields whose change asks the EU register anew. */
export const asksVatRegistry = (before: Client, after: Client): boolean =>
  before.vatCode !== after.vatCode || before.cui !== after.cui || before.country !== after.country;
