import { amount, type Big, decimal, round2, sum } from '#shared/base/kernel/money.ts';
import type { Invoice, InvoiceDocument } from '../invoice.ts';
import type { DocumentLine } from '../line.ts';
import { isSelfBilled } from '../roles.ts';
import { isNotInBase } from '../vat/not-in-base.ts';
import { figures } from './document-figures.ts';
import type { GroupAmount } from './draws.ts';
import { fiscalTotals } from './owed.ts';
import { inForce, isReversal, isReversedBy, takenBack } from './settlement.ts';
import { groupKey } from './totals.ts';

/**
 * Advances: invoices of money that was received before the supply, of which a final invoice takes off what it settles (INV-98). All
 * amounts are without VAT, in the currency of both documents. Pure.
 */

export const netOf = (groups: readonly GroupAmount[]): Big => sum(groups.map(group => group.amount));

export const keyOf = ({ category, rate, notInBase }: Omit<GroupAmount, 'amount'>): string =>
  `${groupKey({ vatCategoryCode: category, vatRate: rate })}${notInBase ? ' not in base' : ''}`;

/** Under which amount of `groupsOf` a line counts. */
export const groupOfLine = (document: InvoiceDocument, line: DocumentLine): Omit<GroupAmount, 'amount'> => ({
  ...{ category: line.vatCategoryCode, rate: line.vatRate },
  ...(isNotInBase(document, line) && { notInBase: true as const }),
});

/** The positive amounts of a document by VAT group; of a group that has both, turnover and what is none apart. */
export function groupsOf(document: InvoiceDocument): GroupAmount[] {
  const { groups, lines } = figures(document);
  const none = lines.filter(({ line }) => isNotInBase(document, line));
  return groups.flatMap(({ category, rate, taxable }) => {
    const key = keyOf({ category, rate });
    const part = sum(none.flatMap(({ line, net }) => (groupKey(line) === key ? [net] : [])));
    const [turnover, rest] = [taxable.minus(part), { category, rate }];
    return [
      ...(turnover.gt(0) ? [{ ...rest, amount: amount(turnover) }] : []),
      ...(part.gt(0) ? [{ ...rest, amount: amount(part), notInBase: true as const }] : []),
    ];
  });
}

/** The amounts without those that were taken off them; groups of which nothing is left are left out. */
export function minus(groups: readonly GroupAmount[], taken: readonly GroupAmount[]): GroupAmount[] {
  return groups.flatMap(group => {
    const off = sum(taken.filter(one => keyOf(one) === keyOf(group)).map(one => one.amount));
    const left = decimal(group.amount).minus(off);
    return left.gt(0) ? [{ ...group, amount: amount(left) }] : [];
  });
}

/** The smaller amount of each group that both have, together at most `most`. */
export function common(groups: readonly GroupAmount[], others: readonly GroupAmount[], most?: Big): GroupAmount[] {
  let left = most;
  return groups.flatMap(group => {
    const other = others.find(one => keyOf(one) === keyOf(group));
    const smallest = [decimal(group.amount), decimal(other?.amount), ...(left ? [left] : [])].reduce((a, b) => (b.lt(a) ? b : a));
    if (smallest.lte(0)) return [];
    if (left) left = left.minus(smallest);
    return [{ ...group, amount: amount(smallest) }];
  });
}

/** What other documents than `except` took off an advance, by group. */
export const drawnFrom = ({ drawn = [] }: Pick<Invoice, 'drawn'>, except?: string): GroupAmount[] =>
  drawn.filter(({ id }) => id !== except).flatMap(({ groups }) => groups);

/** Whether final invoices in force, or drafts of them, took something off the document. */
export const isDrawn = ({ drawn = [] }: Pick<Invoice, 'drawn'>): boolean => drawn.length > 0;

/**
 * Why an invoice is no open advance for a final invoice; undefined when it is one. An advance of which a part was credited is none:
 * what is left of each VAT rate is then not known from the advance.
 *
 * @param isCorrected whether a document in force, or one that the authority counts, credits or corrects it
 */
export function refusalOf(advance: Invoice, isCorrected: boolean, final: Invoice): string | undefined {
  if (advance.direction !== 'outgoing' || isReversal(advance)) return 'must be an invoice that the company issued';
  if (!inForce(advance)) return 'must be issued, and not cancelled';
  if (advance.currency !== final.currency) return `must be in the currency of the invoice, ${final.currency}`;
  if (isSelfBilled(advance) !== isSelfBilled(final)) return 'must be self-billed as the invoice is';
  if (!isReversedBy(final, advance)) return 'must be an invoice of the same client';
  if (isCorrected) return 'must be an invoice that no credit note or correction changes';
  return undefined;
}

/**
 * Whether a document takes back more of an invoice than final invoices have left of it as an advance: in all, with VAT and with what was
 * credited before, and of any VAT rate. Of an invoice with allowances on the document, only the whole is compared.
 *
 * @param credited what others credited of it, with VAT
 */
export function takesBackDrawn(reversal: Invoice, advance: Invoice, credited: Big): boolean {
  const drawn = drawnFrom(advance).map(({ notInBase: _, ...group }) => group);
  const areRatesKnown = !advance.fiscal && !reversal.fiscal;
  if (areRatesKnown && minus(statedGroups(reversal, -1), minus(statedGroups(advance, 1), drawn)).length > 0) return true;
  const withVat = sum(drawn.map(group => round2(decimal(group.amount).times(decimal(group.rate).div(100).plus(1)))));
  // VAT is rounded once of the advance, and once of each amount that was drawn.
  const rounding = decimal('0.01').times(drawn.length);
  return takenBack(reversal).gt(decimal(fiscalTotals(advance).total).minus(withVat).minus(credited).plus(rounding));
}

/** The amounts by VAT group that a document charges (`sign` 1) or takes back (-1), without allowances on the document. */
const statedGroups = ({ vatGroups }: Invoice, sign: 1 | -1): GroupAmount[] =>
  vatGroups.flatMap(({ category, rate, taxable }) => {
    const charged = decimal(taxable).times(sign);
    return charged.gt(0) ? [{ category, rate, amount: amount(charged) }] : [];
  });

/** What final invoices have left of an advance, without VAT and before credits. */
export const undrawnOf = (advance: Invoice): Big =>
  decimal(advance.fiscal?.subtotal ?? advance.subtotal).minus(netOf(drawnFrom(advance)));

/** What is left of an advance in force, without VAT, for answers; undefined for other documents. */
export function openAdvance(advance: Invoice): string | undefined {
  if (!advance.isAdvance && !isDrawn(advance)) return undefined;
  if (!inForce(advance) || decimal(advance.creditedAmount).gt(0)) return '0.00';
  const left = undrawnOf(advance);
  return amount(left.gt(0) ? left : decimal(0));
}

/** The advance after a final invoice took something off it, or, without `groups`, after it gave that back. */
export function withDrawn<A extends Invoice>(advance: A, final: string, groups: GroupAmount[] = []): A {
  const others = (advance.drawn ?? []).filter(({ id }) => id !== final);
  const drawn = groups.length > 0 ? [...others, { id: final, groups }] : others;
  const { drawn: _, ...rest } = advance;
  return (drawn.length > 0 ? { ...rest, drawn } : rest) as A;
}
