import { EU_COUNTRIES } from './codes/lists.ts';
import type { Party, Seller } from '../invoices/model.ts';

/** How a party is identified in an e-invoice (decisions.md §E-invoice mapping). */
export interface Identifiers {
  /** VAT identifier with country prefix (BT-31, BT-48). */
  vat: string | null;
  /** Tax registration that is not a VAT identifier (BT-32). */
  tax: string | null;
  /** Legal registration (BT-30, BT-47): tax number without prefix, personal number, foreign register number. */
  legal: string | null;
}

/** Stands for the personal number of a consumer who gave none. */
export const ANONYMOUS_CONSUMER = '0000000000000';

/** A number without blanks, points and hyphens, in capitals; null when nothing is left. */
export const compact = (text: string | null): string | null => text?.replace(/[\s.-]/g, '').toUpperCase() || null;
/** A tax number without the prefix of Romania. */
export const withoutPrefix = (cif: string): string => cif.replace(/^RO(?=\d)/, '');

/** A company's own VAT registration, or the statement on the document that the sender is a VAT payer. */
export const sellerIdentifiers = (seller: Seller, document: { platitorTva: boolean }): Identifiers =>
  romanianBusiness(seller, seller.isVatPayer || document.platitorTva);

/**
 * The buyer's identifiers. Client records are often kept without the VAT flag, so a `RO` prefix on the tax number or a
 * VAT code counts as VAT registration too.
 */
export function buyerIdentifiers(buyer: Party): Identifiers {
  const cif = compact(buyer.cif);
  if (isConsumer(buyer)) return { vat: null, tax: null, legal: compact(buyer.cnp) ?? cif ?? ANONYMOUS_CONSUMER };
  if (buyer.country.toUpperCase() !== 'RO') return foreignBusiness(buyer);
  return romanianBusiness(buyer, buyer.isVatPayer || buyer.vatCode !== null || /^RO\d/.test(cif ?? ''));
}

/** A natural person who buys for themself: no tax number, or a personal number in its place. */
function isConsumer(buyer: Party): boolean {
  if (buyer.type !== 'individual' || buyer.isVatPayer || buyer.vatCode) return false;
  const cif = compact(buyer.cif);
  return cif === null || /^\d{13}$/.test(cif);
}

function romanianBusiness(party: Party, isVatPayer: boolean): Identifiers {
  const cif = compact(party.cif);
  const number = cif && withoutPrefix(cif);
  if (!isVatPayer) return { vat: null, tax: number, legal: number };
  const vatCode = compact(party.vatCode) ?? number;
  return { vat: vatCode && prefixed(vatCode, 'RO'), tax: null, legal: number ?? (vatCode && withoutPrefix(vatCode)) };
}

function foreignBusiness(party: Party): Identifiers {
  const cif = compact(party.cif);
  const country = party.country.toUpperCase();
  const prefix = country === 'GR' ? 'EL' : country;
  const inEu = EU_COUNTRIES.has(country === 'EL' ? 'GR' : country);
  const stated = compact(party.vatCode) ?? (cif && (cif.startsWith(prefix) || (inEu && party.isVatPayer)) ? cif : null);
  const vat = stated && prefixed(stated, prefix);
  return { vat, tax: null, legal: party.registrationNumber?.trim() || cif || vat };
}

/** The number with a country prefix, its own or the one given (BR-CO-09). */
const prefixed = (number: string, prefix: string): string => (/^[A-Z]{2}/.test(number) ? number : prefix + number);
