import { compact, isConsumer, statedPersonalNumber, withoutPrefix } from '../identifiers.ts';
import type { Party } from '../party.ts';

/** With whom a transport is declared (completions-documents §6.5): the client of the note, or who the note states in its place. */

/**
 * [added] The partner that is declared, where it is not the note's client: goods that come in from abroad are declared with their foreign
 * supplier. Each field takes the place of what the client says; null where nothing is stated.
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

/** The authority's code of a country: that of ISO 3166-1, but `EL` for Greece. */
export const transportCountry = (country: string): string => {
  const code = country.trim().toUpperCase();
  return code === 'GR' ? 'EL' : code;
};

/** Stands for a natural person's number that is not known, on national transport. */
export const PERSON = 'PF';

/** A Romanian number without blanks and prefix. */
export const taxNumber = (cif: string | null): string | null => {
  const number = compact(cif);
  return number && withoutPrefix(number);
};

/** The client, but for what the note states. A number is its holder's: that of the client is never declared of somebody else. Pure. */
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

/** A consumer's personal number is declared only where the client record says that it is sent, as in e-invoices. */
const romanianId = (client: Party): string | null =>
  isConsumer(client) ? (statedPersonalNumber(client) ?? PERSON) : (taxNumber(client.cif) ?? taxNumber(client.vatCode));

const foreignId = (client: Party): string | null => compact(client.vatCode) ?? compact(client.cif);
