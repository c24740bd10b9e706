import { countryCodes } from '../../kernel/codes.ts';

/** Countries as the authority names them (`codTara`, BR-CL-001): ISO 3166-1 with `EL` for Greece, Northern Ireland (XI) and Kosovo (XK). */

let known: ReadonlySet<string> | undefined;

export const transportCountries = (): ReadonlySet<string> =>
  (known ??= new Set([...[...countryCodes()].filter(code => code !== 'GR'), 'EL', 'XI', 'XK']));

/** The EU as the authority counts it (BR-004, BR-006): with Romania and Northern Ireland. */
export const EU: ReadonlySet<string> = new Set(
  'AT BE BG CZ CY DE DK EE EL ES FI HR HU IE IT FR LV LT LU MT NL PL PT RO SI SE SK XI'.split(' '),
);
