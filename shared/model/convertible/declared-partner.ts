import { compact, isConsumer, statedPersonalNumber, withoutPrefix } from '../identifiers.ts';
import type { Party } from '../party.ts';

/**
 * The trading partner in a transport declaration (TRN-9): the client of the note, or the partner that it
 * states.
 */

/**
 * The partner to declare instead of the note's client, for example the foreign supplier of goods from abroad. Each field
 * that is not null replaces that of the client.
 */
export interface StatedPartner {
  etransportPartnerName: string | null;
  /** ISO 3166-1 alpha-2, Greece `EL`. */
  etransportPartnerCountry: string | null;
  etransportPartnerCode: string | null;
}

export interface DeclaredPartner {
  country: string | null;
  taxId: string | null;
  name: string | null;
}

/** The authority's code for a country: ISO 3166-1 alpha-2, except `EL` for Greece. */
export const transportCountry = (country: string): string => {
  const code = country.trim().toUpperCase();
  return code === 'GR' ? 'EL' : code;
};

/** The authority's placeholder for the unknown number of a natural person, in national transports. */
export const PERSON = 'PF';

/** A Romanian tax number without spaces and prefix. */
export const taxNumber = (cif: string | null): string | null => {
  const number = compact(cif);
  return number && withoutPrefix(number);
};

/**
 * The partner to declare. If the note states another name or country, the client's number is not used, because it is not theirs.
 * Pure.
 */
export function partnerOf(stated: StatedPartner, client: Party | null): DeclaredPartner {
  const own = partnerOfClient(client);
  const isAnother = Boolean(stated.etransportPartnerName ?? stated.etransportPartnerCountry);
  return {
    country: stated.etransportPartnerCountry ?? own.country,
    taxId: stated.etransportPartnerCode ?? (isAnother ? null : own.taxId),
    name: stated.etransportPartnerName ?? own.name,
  };
}

function partnerOfClient(client: Party | null): DeclaredPartner {
  if (!client) return { country: null, taxId: null, name: null };
  const country = transportCountry(client.country);
  return { country: country || null, taxId: country === 'RO' ? romanianId(client) : foreignId(client), name: client.name };
}

/** The personal number of a consumer is declared only if the client record permits it (`sendPersonalNumber`), as in e-invoices. */
const romanianId = (client: Party): string | null =>
  isConsumer(client) ? (statedPersonalNumber(client) ?? PERSON) : (taxNumber(client.cif) ?? taxNumber(client.vatCode));

const foreignId = (client: Party): string | null => compact(client.vatCode) ?? compact(client.cif);
