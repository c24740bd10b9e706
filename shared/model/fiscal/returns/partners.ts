import { decimal } from '#shared/base/kernel/money.ts';
import { compact, isPersonalNumber, withoutPrefix } from '../../identifiers.ts';
import { wasRomanianRate } from '../../vat/romanian-rates.ts';
import type { JournalGroup, JournalRow } from '../journal.ts';
import { isStateForGoods, type Operation, placeOf } from '../operations.ts';

/** Partners as the returns name them. Pure. */

type WithPartner = Pick<JournalRow, 'partner' | 'vatNumber'>;

/** The prefix of VAT numbers of a country. */
export const prefixOf = (country: string): string => {
  const code = country.toUpperCase();
  return code === 'GR' ? 'EL' : code;
};

/** The partner's tax number; null for a consumer's, which is a personal number or none. */
const taxNumberOf = ({ partner: { cif } }: WithPartner): string | null =>
  cif === null || isPersonalNumber(cif) ? null : compact(cif);

/**
 * The number that begins with the prefix of a country. Entries that are older than `vatNumber` have the tax number alone, which may be the local
 * one, such as a SIREN: it is a VAT number if it says of which state.
 */
const prefixed = (row: WithPartner): string => row.vatNumber ?? taxNumberOf(row) ?? '';

/**
 * The VAT number of a partner in another member state, with the prefix of the country that gave it, which may be another one than that of its
 * address; null without a number. Those of Northern Ireland (`XI`) are for goods.
 */
export function vatNumberOf(row: WithPartner, operation: Operation): { country: string; number: string } | null {
  const number = prefixed(row);
  const prefix = /^[A-Z]{2}/.exec(number)?.[0];
  if (!prefix || !(placeOf(prefix) === 'union' || (operation !== 'services_eu' && isStateForGoods(prefix)))) return null;
  return { country: prefixOf(prefix), number: number.slice(2) };
}

/** Whether the partner has a VAT number of Romania, wherever it is established. */
const hasRomanianNumber = (row: WithPartner): boolean => /^RO\d/.test(prefixed(row));

/** Whether the partner is in Romania, or registered for VAT in it. */
export const isRomanian = (row: WithPartner): boolean => placeOf(row.partner.country) === 'domestic' || hasRomanianNumber(row);

/** Whether the partner has a VAT number: of another member state, or as a buyer of Romania. */
export const isNumbered = (row: WithPartner & Pick<JournalRow, 'role'>, operation: Operation): boolean =>
  vatNumberOf(row, operation) !== null || (row.role === 'sale' && hasRomanianNumber(row));

/** The tax number of a partner, of one abroad its VAT number, without the prefix `RO`; null for a person without one. */
export function cuiOf(row: WithPartner): string | null {
  const own = taxNumberOf(row);
  const number = placeOf(row.partner.country) === 'domestic' ? own : (row.vatNumber ?? own);
  return number === null ? null : withoutPrefix(number);
}

/**
 * Whether the VAT of a sale is that of another member state, declared in the one-stop shop: as the entry says, or, since older ones do not, at
 * a rate that Romania never had.
 */
export const hasForeignVat = ({ role, partner }: Pick<JournalRow, 'role' | 'partner'>, group: JournalGroup): boolean =>
  role === 'sale' &&
  group.operation === 'domestic' &&
  (group.oss === true || (placeOf(partner.country) !== 'domestic' && decimal(group.rate).gt(0) && !wasRomanianRate(group.rate)));
