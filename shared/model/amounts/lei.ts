import { amount, decimal, round2, sum } from '../../kernel/money.ts';
import type { VatGroup } from '../vat/categories.ts';
import { spread } from './allocate-cents.ts';

/** VAT in lei of a document in another currency. */
export interface VatInLei {
  /** One amount for each VAT group, in the groups' order. */
  groups: string[];
  /** Their sum, which the XML states as BT-111. */
  total: string;
}

/**
 * The VAT of each group in lei (Fiscal Code, art. 319 (20) j: per rate, in lei). The total is the whole VAT times the rate,
 * rounded once, and the groups are rounded by largest remainder so that they sum to it: each is less than a cent from its exact
 * value, a group without VAT stays at zero, and one group alone is the total. Negating every group negates every amount. Pure.
 *
 * @param groups the VAT of each group in the document's currency
 * @param exchangeRate RON for one unit of that currency
 */
export function vatInLei(groups: readonly Pick<VatGroup, 'vat'>[], exchangeRate: string): VatInLei {
  const exact = groups.map(({ vat }) => decimal(vat).times(exchangeRate));
  const total = round2(sum(exact));
  return { groups: spread(exact, total).map(amount), total: amount(total) };
}
