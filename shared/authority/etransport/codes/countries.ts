import { countryCodes } from '#shared/base/kernel/codes.ts';

/** Country codes of the authority (`codTara`, BR-CL-001): ISO 3166-1 with EL for Greece, and XI (Northern Ireland), XK (Kosovo). */

let known: ReadonlySet<string> | undefined;

export const transportCountries = (): ReadonlySet<string> =>
  (known ??= new Set([...[...countryCodes()].filter(code => code !== 'GR'), 'EL', 'XI', 'XK']));

/** The EU as the authority defines it (BR-004, BR-006): it includes Romania and Northern Ireland. */
export const EU: ReadonlySet<string> = new Set(
  'AT BE BG CZ CY DE DK EE EL ES FI HR HU IE IT FR LV LT LU MT NL PL PT RO SI SE SK XI'.split(' '),
);

/** A country that a partner or a transporter may be in. */
export interface Country {
  code: string;
  /** In Romanian. */
  name: string;
  /** Whether the authority treats it as part of the EU: this decides which operations may have a partner there (BR-004, BR-006). */
  isEu: boolean;
}

/** Names of the authority's codes that ISO 3166-1 does not have. */
const OWN_NAMES: Readonly<Record<string, string>> = { EL: 'Grecia', XI: 'Irlanda de Nord' };

/** All countries that a declaration may name, sorted by code. */
export function countryList(): Country[] {
  const names = new Intl.DisplayNames('ro', { type: 'region', fallback: 'code' });
  const name = (code: string): string => OWN_NAMES[code] ?? names.of(code) ?? code;
  return [...transportCountries()].toSorted().map(code => ({ code, name: name(code), isEu: EU.has(code) }));
}
