import { countyName } from '#shared/model/codes/county-names.ts';
import { ANONYMOUS_CONSUMER, compact, withoutPrefix } from '#shared/model/identifiers.ts';
import type { Party, Seller } from '#shared/model/party.ts';
import type { ReadAddress, ReadParty } from '../read/model.ts';

/** Converts parties of a read document to stored form: the inverse of identifiers.ts and addresses.ts. */

/** BG-4 with the data of its legal form (BT-33); the bank account is read elsewhere. */
export function contentSeller(read: ReadParty): Seller {
  const { registration, capital } = legalForm(read.legalForm);
  const party = contentParty(read);
  return {
    ...party,
    registrationNumber: party.registrationNumber ?? registration,
    capitalSocial: capital,
    website: null,
    iban: null,
    bankName: null,
  };
}

/** BG-7: a consumer has no tax number; its legal registration is the personal number or thirteen zeros. */
export function contentBuyer(read: ReadParty): Party {
  const legal = compact(read.legalId?.id ?? null);
  const isConsumer = read.vatId === null && read.taxId === null && legal !== null && /^\d{13}$/.test(legal);
  if (!isConsumer) return contentParty(read);
  const cnp = legal === ANONYMOUS_CONSUMER ? null : legal;
  const numbers = { cif: null, registrationNumber: null, cnp, ...(cnp !== null && { sendPersonalNumber: true }) };
  return { ...contentParty(read), type: 'individual', ...numbers };
}

function contentParty(read: ReadParty): Party {
  const { country } = read.address;
  const isRomanian = (country ?? read.vatId?.slice(0, 2).toUpperCase() ?? 'RO') === 'RO';
  const place = contentAddress(read.address);
  return {
    id: null,
    type: 'company',
    name: read.name,
    ...(isRomanian ? romanianNumbers(read) : foreignNumbers(read)),
    cnp: null,
    isVatPayer: read.vatId !== null,
    address: place.address,
    city: place.city,
    county: place.county,
    postalCode: read.address.postalZone,
    country: country ?? (isRomanian ? 'RO' : read.vatId!.slice(0, 2).toUpperCase()),
    email: read.contact.email,
    phone: read.contact.phone,
  };
}

type Numbers = Pick<Party, 'cif' | 'vatCode' | 'registrationNumber'>;

/** A Romanian tax number, with or without prefix; any other number in BT-30 or BT-47 is a trade-register number. */
const TAX_NUMBER = /^(?:RO)?\d{2,13}$/;

function romanianNumbers({ vatId, taxId, legalId, identifiers }: ReadParty): Numbers {
  const vatCode = compact(vatId);
  const legal = compact(legalId?.id ?? null);
  const isTaxNumber = legal !== null && TAX_NUMBER.test(legal);
  const other = identifiers.map(({ id }) => compact(id)).find(id => id !== null && TAX_NUMBER.test(id)) ?? null;
  const cif = (isTaxNumber ? legal : null) ?? vatCode ?? compact(taxId) ?? other;
  return {
    cif: cif && withoutPrefix(cif),
    vatCode,
    registrationNumber: isTaxNumber || legalId?.id === cif ? null : (legalId?.id ?? null),
  };
}

function foreignNumbers({ vatId, taxId, legalId }: ReadParty): Numbers {
  const vatCode = compact(vatId);
  const legal = legalId?.id ?? null;
  // A number with spaces, points, hyphens or lower-case letters is taken as a register number: tax numbers are written without.
  const isTaxNumber = legal !== null && vatCode === null && compact(legal) === legal;
  return {
    cif: vatCode ?? compact(taxId) ?? (isTaxNumber ? legal : null),
    vatCode,
    registrationNumber: legal === vatCode || (isTaxNumber && taxId === null) ? null : legal,
  };
}

const CAPITAL = /(?:^|[,;]\s*)capital\s+social\s*:?\s*/i;

/** Reads register number and share capital from the free text of BT-33; a legal form such as "SRL" is ignored. */
function legalForm(text: string | null): { registration: string | null; capital: string | null } {
  if (text === null) return { registration: null, capital: null };
  const found = CAPITAL.exec(text);
  const before = (found ? text.slice(0, found.index) : text).trim();
  return {
    registration: /\d/.test(before) ? before : null,
    capital: found ? text.slice(found.index + found[0].length).trim() || null : null,
  };
}

/** An address with names of counties instead of codes, and Bucharest's sectors in words. */
export function contentAddress({ streets, city, subdivision }: ReadAddress): Pick<Party, 'address' | 'city' | 'county'> {
  const sector = /^SECTOR\s?([1-6])$/i.exec(city ?? '')?.[1];
  return {
    address: streets.join(', ') || null,
    city: sector ? `Sector ${sector}` : city,
    county: subdivision && (countyName(subdivision) ?? subdivision),
  };
}
