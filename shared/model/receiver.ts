import { isPersonalNumber } from './identifiers.ts';
import type { Invoice } from './invoice.ts';
import type { Party } from './party.ts';

/** The fields for a buyer without client record: name, tax id, and the address for the e-invoice. */
export const RECEIVER_FIELDS = [
  'receiverName',
  'receiverCif',
  'receiverAddress',
  'receiverCity',
  'receiverCounty',
  'receiverCountry',
] as const satisfies readonly (keyof Invoice)[];

export type Receiver = Pick<Invoice, (typeof RECEIVER_FIELDS)[number]>;

/** Only these fields of a document or request. */
export const receiverOf = <T extends { [Name in keyof Receiver]?: unknown }>(from: T): Pick<T, keyof Receiver> =>
  Object.fromEntries(RECEIVER_FIELDS.map(field => [field, from[field]])) as Pick<T, keyof Receiver>;

/**
 * The buyer made from these fields: a company if there is a tax id (other than a personal number), else an individual; null without
 * a name. Pure.
 */
export function receiverParty(receiver: Receiver): Party | null {
  const { receiverName: name, receiverCif, receiverAddress, receiverCity, receiverCounty, receiverCountry } = receiver;
  if (!name) return null;
  const isAbroad = receiverCountry !== null && receiverCountry !== 'RO';
  const cnp = isPersonalNumber(receiverCif) && !isAbroad ? receiverCif : null;
  const cif = cnp ? null : receiverCif;
  const prefixed = cif !== null && /^[A-Z]{2}/i.test(cif);
  return {
    id: null,
    type: cif ? 'company' : 'individual',
    name,
    cif,
    cnp,
    vatCode: prefixed ? cif.toUpperCase() : null,
    isVatPayer: prefixed,
    registrationNumber: null,
    address: receiverAddress,
    city: receiverCity,
    county: receiverCounty,
    postalCode: null,
    country: receiverCountry ?? countryOf(cif),
    email: null,
    phone: null,
  };
}

/** The country of a VAT number's prefix; Romania if it has none. */
const countryOf = (cif: string | null): string =>
  cif !== null && /^(?!RO)[A-Z]{2}\d/i.test(cif) ? cif.slice(0, 2).toUpperCase().replace('EL', 'GR') : 'RO';
