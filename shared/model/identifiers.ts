import { EU_COUNTRIES } from './codes/lists.ts';
import type { Party, Seller } from './party.ts';

/** How a party is identified in an e-invoice (EIN-6). */
export interface Identifiers {
  /** VAT identifier with country prefix (BT-31, BT-48). */
  vat: string | null;
  /** Tax registration number that is not a VAT identifier (BT-32). */
  tax: string | null;
  /** Legal registration (BT-30, BT-47): tax number without prefix, personal number, or number in a foreign register. */
  legal: string | null;
}

/** Placeholder for the personal number of a consumer that must not be stated or is not known. */
export const ANONYMOUS_CONSUMER = '0000000000000';

/** A number without spaces, points and hyphens, in upper case; null when nothing is left. */
export const compact = (text: string | null): string | null => text?.replace(/[\s.-]/g, '').toUpperCase() || null;
/** A tax number without the prefix `RO`. */
export const withoutPrefix = (cif: string): string => cif.replace(/^RO(?=\d)/, '');

/** The seller's identifiers. It counts as registered for VAT if its record or the document (`platitorTva`) says so. */
export const sellerIdentifiers = (seller: Seller, document: { platitorTva: boolean }): Identifiers =>
  romanianBusiness(seller, seller.isVatPayer || document.platitorTva);

/**
 * The buyer's identifiers. The VAT flag is often missing in client records, so a tax number with prefix `RO` or a VAT code counts
 * as VAT registration too.
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
 * Whether the buyer is a consumer: a natural person without VAT registration, who has no tax number or a personal number in its
 * place. XML, PDF and the choice of the upload endpoint all use this rule.
 */
export function isConsumer(buyer: Party): boolean {
  if (buyer.isVatPayer || buyer.vatCode?.trim()) return false;
  if (compact(buyer.cif) === null) return buyer.type === 'individual' || compact(buyer.cnp) !== null;
  return hasPersonalNumberAsCif(buyer);
}

/** The personal number to state in documents; null unless the client record permits it (`sendPersonalNumber`). */
export function statedPersonalNumber(buyer: Party): string | null {
  if (!buyer.sendPersonalNumber) return null;
  return compact(buyer.cnp) ?? (hasPersonalNumberAsCif(buyer) ? compact(buyer.cif) : null);
}

/** Whether the buyer is abroad and has no Romanian tax number (the parameter `extern` of the authority's upload). */
export const isExternal = (buyer: Party): boolean =>
  !isRomanian(buyer) && ![buyer.vatCode, buyer.cif].some(number => /^RO\d/.test(compact(number) ?? ''));

const isRomanian = (party: Party): boolean => party.country.toUpperCase() === 'RO';

/**
 * Whether a Romanian number is a personal number: 13 digits, while tax numbers have at most 10. Foreign tax numbers may have 13
 * too.
 */
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

/** The number with a country prefix; `prefix` is added if it has none (BR-CO-09). */
const prefixed = (number: string, prefix: string): string => (/^[A-Z]{2}/.test(number) ? number : prefix + number);
