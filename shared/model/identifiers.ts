import { EU_COUNTRIES } from './codes/lists.ts';
import type { Party, Seller } from './party.ts';

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
export const buyerIdentifiers = (buyer: Party): Identifiers =>
  isConsumer(buyer)
    ? { vat: null, tax: null, legal: statedPersonalNumber(buyer) ?? ANONYMOUS_CONSUMER }
    : businessIdentifiers(buyer);

function businessIdentifiers(buyer: Party): Identifiers {
  if (!isRomanian(buyer)) return foreignBusiness(buyer);
  const cif = hasPersonalNumberAsCif(buyer) ? null : buyer.cif;
  return romanianBusiness({ ...buyer, cif }, buyer.isVatPayer || buyer.vatCode !== null || /^RO\d/.test(compact(cif) ?? ''));
}

/**
 * Whether the buyer is a natural person who buys for themself: without VAT registration, and without a tax number or with a personal
 * number in its place. The one rule for the XML, the PDF and the endpoint of the upload.
 */
export function isConsumer(buyer: Party): boolean {
  if (buyer.isVatPayer || buyer.vatCode?.trim()) return false;
  if (compact(buyer.cif) === null) return buyer.type === 'individual' || compact(buyer.cnp) !== null;
  return hasPersonalNumberAsCif(buyer);
}

/** The personal number that documents may state: only where the client record says that it is sent. */
export function statedPersonalNumber(buyer: Party): string | null {
  if (!buyer.sendPersonalNumber) return null;
  return compact(buyer.cnp) ?? (hasPersonalNumberAsCif(buyer) ? compact(buyer.cif) : null);
}

/** Whether the buyer is abroad and has no Romanian number: the authority calls it `extern`. */
export const isExternal = (buyer: Party): boolean =>
  !isRomanian(buyer) && ![buyer.vatCode, buyer.cif].some(number => /^RO\d/.test(compact(number) ?? ''));

const isRomanian = (party: Party): boolean => party.country.toUpperCase() === 'RO';

/** A personal number has 13 digits, and tax numbers of Romania have at most ten; other countries have tax numbers of 13. */
export const isPersonalNumber = (number: string | null): boolean => /^\d{13}$/.test(compact(number) ?? '');

const hasPersonalNumberAsCif = (buyer: Party): boolean =>
  (buyer.type === 'individual' || isRomanian(buyer)) && isPersonalNumber(buyer.cif);

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
  const isVatId = cif !== null && (cif.startsWith(prefix) || /^RO\d/.test(cif) || (inEu && party.isVatPayer));
  const stated = compact(party.vatCode) ?? (isVatId ? cif : null);
  const vat = stated && prefixed(stated, prefix);
  return { vat, tax: null, legal: party.registrationNumber?.trim() || cif || vat };
}

/** The number with a country prefix, its own or the one given (BR-CO-09). */
const prefixed = (number: string, prefix: string): string => (/^[A-Z]{2}/.test(number) ? number : prefix + number);
