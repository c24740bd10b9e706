import { type Big, decimal, round2, sum } from '#shared/base/kernel/money.ts';
import { spread } from './allocate-cents.ts';
import type { Invoice } from '../invoice.ts';

interface Group {
  /** Percentage. */
  rate: string;
  /** In the document's currency. */
  base: Big | string;
}

/**
 * Base and VAT in lei of each VAT group of an import, by its customs document: the invoice of the supplier states neither. The base is divided by the
 * bases of the groups, the VAT by base and rate. Undefined for other documents. Pure.
 */
export function customsInLei(
  { purchase, exchangeRate }: Pick<Invoice, 'purchase' | 'exchangeRate'>,
  groups: readonly Group[],
): { bases: Big[]; vats: Big[] } | undefined {
  const customs = purchase?.customs;
  if (!customs) return undefined;
  const values = groups.map(({ base }) => decimal(base).times(exchangeRate));
  const bases = divided(values, customs.baseLei === null ? round2(sum(values)) : decimal(customs.baseLei));
  const weights = groups.map(({ rate }, place) => decimal(values[place]).times(rate));
  return { bases, vats: divided(weights, decimal(customs.vatLei)) };
}

/** A whole in the proportion of weights. Without weights, nothing. */
function divided(weights: readonly Big[], whole: Big): Big[] {
  const all = sum(weights);
  if (all.eq(0)) return weights.map(() => decimal(0));
  return spread(
    weights.map(weight => weight.times(whole).div(all)),
    whole,
  );
}
