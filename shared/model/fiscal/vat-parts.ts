import { amount, type Big, decimal, round2 } from '#shared/base/kernel/money.ts';
import { groupKey } from '../amounts/totals.ts';
import type { StatedVatCategory } from '../vat/categories.ts';

/** Base and VAT of a VAT group, or of a part of one: decimals with two digits. */
export interface VatParts {
  category: StatedVatCategory;
  /** Percentage. */
  rate: string;
  /** In the document's currency. */
  base: string;
  vat: string;
  /** In lei. */
  baseLei: string;
  vatLei: string;
}

const AMOUNTS = ['base', 'vat', 'baseLei', 'vatLei'] as const;

const keyOf = ({ category, rate }: VatParts): string => groupKey({ vatCategoryCode: category, vatRate: rate });

/** The parts with each amount changed. */
const each = (
  parts: readonly VatParts[],
  change: (value: Big, part: VatParts, name: (typeof AMOUNTS)[number]) => Big,
): VatParts[] =>
  parts.map(part => ({
    ...part,
    ...Object.fromEntries(AMOUNTS.map(name => [name, amount(change(decimal(part[name]), part, name))])),
  }));

/** A share of each amount, rounded to cents. */
export const shareOf = (parts: readonly VatParts[], numerator: Big, denominator: Big): VatParts[] =>
  each(parts, value => round2(value.times(numerator).div(denominator)));

/** The parts with others of the same groups added; a group that only the others have is appended. */
export function plus(parts: readonly VatParts[], others: readonly VatParts[]): VatParts[] {
  const added = new Map(others.map(other => [keyOf(other), other]));
  const known = new Set(parts.map(keyOf));
  return [
    ...each(parts, (value, part, name) => value.plus(added.get(keyOf(part))?.[name] ?? 0)),
    ...others.filter(other => !known.has(keyOf(other))),
  ];
}

export const negated = (parts: readonly VatParts[]): VatParts[] => each(parts, value => value.neg());

/** The parts, positive, each at most as much as the same group has in `limits`. */
export function atMost(parts: readonly VatParts[], limits: readonly VatParts[]): VatParts[] {
  const by = new Map(limits.map(limit => [keyOf(limit), limit]));
  return each(parts, (value, part, name) => {
    const limit = decimal(by.get(keyOf(part))?.[name]);
    return value.lt(limit) ? value : limit;
  });
}
