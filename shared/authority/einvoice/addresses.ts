import { fold } from '#shared/base/kernel/collate.ts';

/** An address in the form of e-invoices (BG-5, BG-8, BG-15). */
export interface EinvoiceAddress {
  /** BT-35, BT-50, BT-75. */
  street: string | null;
  /** BT-37, BT-52, BT-77: `SECTOR1` to `SECTOR6` in Bucharest. */
  city: string | null;
  /** BT-38, BT-53. */
  postalZone: string | null;
  /** BT-39, BT-54, BT-79: in Romania an ISO 3166-2:RO code; an unknown text is left as typed, and validation reports it. */
  subdivision: string | null;
  /** BT-40, BT-55, BT-80: ISO 3166-1 alpha-2. */
  country: string;
}

/** An address as the user typed it for a company, a client or a delivery. */
export interface TypedAddress {
  address: string | null | undefined;
  city: string | null | undefined;
  county: string | null | undefined;
  postalCode?: string | null | undefined;
  country: string;
}

/** ISO 3166-2:RO codes without prefix (BR-RO-110), each with its names as `fold` returns them, older spellings included. */
const COUNTIES: readonly (readonly [code: string, ...names: string[]])[] = [
  ['AB', 'alba'],
  ['AG', 'arges'],
  ['AR', 'arad'],
  ['B', 'bucuresti', 'bucharest'],
  ['BC', 'bacau'],
  ['BH', 'bihor'],
  ['BN', 'bistrita nasaud'],
  ['BR', 'braila'],
  ['BT', 'botosani'],
  ['BV', 'brasov'],
  ['BZ', 'buzau'],
  ['CJ', 'cluj'],
  ['CL', 'calarasi'],
  ['CS', 'caras severin'],
  ['CT', 'constanta'],
  ['CV', 'covasna'],
  ['DB', 'dambovita', 'dimbovita'],
  ['DJ', 'dolj'],
  ['GJ', 'gorj'],
  ['GL', 'galati'],
  ['GR', 'giurgiu'],
  ['HD', 'hunedoara'],
  ['HR', 'harghita'],
  ['IF', 'ilfov'],
  ['IL', 'ialomita'],
  ['IS', 'iasi'],
  ['MH', 'mehedinti'],
  ['MM', 'maramures'],
  ['MS', 'mures'],
  ['NT', 'neamt'],
  ['OT', 'olt'],
  ['PH', 'prahova'],
  ['SB', 'sibiu'],
  ['SJ', 'salaj'],
  ['SM', 'satu mare'],
  ['SV', 'suceava'],
  ['TL', 'tulcea'],
  ['TM', 'timis'],
  ['TR', 'teleorman'],
  ['VL', 'valcea', 'vilcea'],
  ['VN', 'vrancea'],
  ['VS', 'vaslui'],
];

const CODE_OF = new Map(COUNTIES.flatMap(([code, ...names]) => [code.toLowerCase(), ...names].map(name => [name, `RO-${code}`])));

/** Words for "county" and "municipality", which are removed before a name is looked up. */
const KIND_WORDS = /\b(judetul|judet|jud|county|municipiul|mun|orasul|oras)\b/g;
const SECTOR = /\b(?:sectorul|sector|sect)\s?([1-6])\b/;

/**
 * The ISO 3166-2:RO code of a county in any usual spelling: with or without diacritics, `jud. Cluj`, `CJ`, `RO-CJ`,
 * `Municipiul București`, `București Sector 3`. Null if the text is not recognised.
 */
export function countyCode(text: string | null | undefined): string | null {
  if (!text) return null;
  const folded = fold(text);
  if (SECTOR.test(folded)) return 'RO-B';
  const name = folded.replace(KIND_WORDS, '').replace(/^ro /, '').replace(/\s+/g, ' ').trim();
  return CODE_OF.get(name) ?? null;
}

/** The sector of Bucharest that one of the texts names, in the form of BR-RO-100: `SECTOR1` to `SECTOR6`; null if none does. */
export function bucharestSector(...texts: (string | null | undefined)[]): string | null {
  for (const text of texts) {
    const sector = text && SECTOR.exec(fold(text))?.[1];
    if (sector) return `SECTOR${sector}`;
  }
  return null;
}

/** Converts an address to the form of e-invoices: Romanian counties become codes, and the city of Bucharest becomes its sector. */
export function einvoiceAddress({ address, city, county, postalCode, country }: TypedAddress): EinvoiceAddress {
  const code = isoCountry(country);
  const typed = { street: filled(address), city: filled(city), postalZone: filled(postalCode), country: code };
  if (code !== 'RO') return { ...typed, subdivision: filled(county) };

  // If the city is Bucharest or one of its sectors, an empty or unknown county does not matter.
  const subdivision = countyCode(county) ?? (countyCode(city) === 'RO-B' ? 'RO-B' : filled(county));
  if (subdivision !== 'RO-B') return { ...typed, subdivision };
  return { ...typed, subdivision, city: bucharestSector(city, county, address) ?? typed.city };
}

/** The country's ISO 3166-1 code; Greece may be written `EL`, its prefix in VAT numbers. */
function isoCountry(country: string): string {
  const code = country.trim().toUpperCase();
  return code === 'EL' ? 'GR' : code;
}

const filled = (text: string | null | undefined): string | null => text?.trim() || null;
