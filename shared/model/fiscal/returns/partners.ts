import { compact, withoutPrefix } from '../../identifiers.ts';
import type { JournalRow } from '../journal.ts';
import { placeOf } from '../operations.ts';
import { taxNumberOf } from './placed.ts';

/** Partners as the lists of forms 390 and 394 name them. Pure. */

/** The prefix of VAT numbers of a country. */
const prefixOf = (country: string): string => {
  const code = country.toUpperCase();
  return code === 'GR' ? 'EL' : code;
};

/**
 * The VAT number of a partner in another member state, with the prefix of the country that gave it, which may be another one than that of its
 * address; null without a number.
 */
export function vatNumberOf(row: Pick<JournalRow, 'partner'>): { country: string; number: string } | null {
  const number = compact(taxNumberOf(row));
  if (number === null) return null;
  const prefix = /^[A-Z]{2}/.exec(number)?.[0];
  if (prefix && placeOf(prefix) === 'union') return { country: prefix, number: number.slice(2) };
  return prefix === 'RO' ? null : { country: prefixOf(row.partner.country), number };
}

/** The tax number of a partner without the prefix `RO`; null for a person without one. */
export function cuiOf(row: Pick<JournalRow, 'partner'>): string | null {
  const number = compact(taxNumberOf(row));
  return number === null ? null : withoutPrefix(number);
}
