import { countryCodes } from '../../kernel/codes.ts';

/** Countries as the authority names them (`codTara`, BR-CL-001): ISO 3166-1 with `EL` for Greece, Northern Ireland (XI) and Kosovo (XK). */

let known: ReadonlySet<string> | undefined;

export const transportCountries = (): ReadonlySet<string> =>
  (known ??= new Set([...[...countryCodes()].filter(code => code !== 'GR'), 'EL', 'XI', 'XK']));

/** The EU as the authority counts it (BR-004, BR-006): with Romania and Northern Ireland. */
export const EU: ReadonlySet<string> = new Set(
  'AT BE BG CZ CY DE DK EE EL ES FI HR HU IE IT FR LV LT LU MT NL PL PT RO SI SE SK XI'.split(' '),
);

/** A country that a partner or a transporter may be in. */
export interface Country {
  code: string;
  /** In Romanian. */
  name: string;
  /** Whether the authority counts it to the EU, which decides what operations it may be the partner of. */
  isEu: boolean;
}

/** Codes of the authority that ISO 3166-1 does not have, or that are not countries of their own there. */
const OWN_NAMES: Readonly<Record<string, string>> = { EL: 'Grecia', XI: 'Irlanda de Nord' };

/** All of them, by code. */
export function countryList(): Country[] {
  const names = new Intl.DisplayNames('ro', { type: 'region', fallback: 'code' });
  const name = (code: string): string => OWN_NAMES[code] ?? names.of(code) ?? code;
  return [...transportCountries()].toSorted().map(code => ({ code, name: name(code), isEu: EU.has(code) }));
}
