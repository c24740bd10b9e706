import { type BankTable, rateBefore } from '../bank.ts';
import { divideCents, divided, exact, type Fraction, fraction, minus, ofCents, plus, times, toCents } from '../exact.ts';
import type { Category, SentDocument, SentLine } from '../sent.ts';
import { rateDayOf } from './tax-month.ts';

/** The VAT groups of a document and its amounts in lei, from what was sent alone. */

/** A VAT group; amounts in cents, of the document's currency and of lei, negative for what is taken back. */
export interface Group {
  category: Category;
  /** Percentage. */
  rate: string;
  base: number;
  vat: number;
  baseLei: number;
  vatLei: number;
}

export interface Amounts {
  groups: Group[];
  /** With VAT. */
  total: number;
  /** The amount due (BT-115). */
  payable: number;
}

const percent = (rate: string): Fraction => divided(exact(rate), exact('100'));

/** Quantity × price less the discount, in cents: without VAT, or with it where the price includes it. */
function lineCents({ quantity, unitPrice, discount, discountPercent }: SentLine): number {
  const value = times(exact(quantity), exact(unitPrice));
  if (discount !== undefined) return toCents(value.over < 0n ? plus(value, exact(discount)) : minus(value, exact(discount)));
  if (discountPercent === undefined) return toCents(value);
  return toCents(minus(value, ofCents(toCents(times(value, percent(discountPercent))))));
}

interface Part {
  category: Category;
  rate: string;
  /** Cents without VAT, or with it. */
  net: number;
  gross: number;
  /** In lei, exact. */
  netLei: Fraction;
}

const keyOf = ({ category, rate }: { category: string; rate: string }): string => `${category} ${rate}`;

/** Lines, allowances and charges by category and rate. */
function partsOf(document: SentDocument, rate: Fraction, rateOfAdvance: Fraction): Part[] {
  const parts = new Map<string, Part>();
  const add = (category: Category, vatRate: string, net: number, gross: number, lei: Fraction): void => {
    const key = keyOf({ category, rate: vatRate });
    const known = parts.get(key) ?? { category, rate: vatRate, net: 0, gross: 0, netLei: fraction(0n) };
    const netLei = plus(known.netLei, times(ofCents(net), lei));
    parts.set(key, { ...known, net: known.net + net, gross: known.gross + gross, netLei });
  };
  for (const line of document.lines) {
    const cents = lineCents(line);
    add(line.category, line.rate, line.gross ? 0 : cents, line.gross ? cents : 0, line.settles ? rateOfAdvance : rate);
  }
  for (const { isCharge, amount, rate: vatRate } of document.allowances ?? [])
    add('S', vatRate, (isCharge ? 1 : -1) * toCents(exact(amount)), 0, rate);
  return [...parts.values()];
}

/** VAT is fixed for each group: the base by its rate, or what prices with VAT contain of it. */
function groupOf({ category, rate, net, gross }: Part): { base: number; vat: number; category: Category; rate: string } {
  const contained = toCents(divided(ofCents(gross), plus(exact('1'), percent(rate))));
  const base = net + contained;
  const vat = gross === 0 ? toCents(times(ofCents(base), percent(rate))) : gross - contained;
  return { category, rate, base, vat };
}

const inForeign = ({ currency }: SentDocument): boolean => currency !== 'RON';

/** What takes back, corrects or replaces an earlier document keeps its rate; a final invoice, which settles an advance, does not. */
const keepsRate = ({ parent, lines }: SentDocument): boolean => parent !== undefined && !lines.some(line => line.settles);

/** Lei for one unit. */
export const rateOf = (document: SentDocument, table: BankTable): Fraction =>
  document.parent && keepsRate(document)
    ? rateOf(document.parent, table)
    : rateBefore(table, document.currency, rateDayOf(document));

const known = new WeakMap<SentDocument, Amounts>();

export function amountsOf(document: SentDocument, table: BankTable): Amounts {
  const made = known.get(document) ?? calculated(document, table);
  known.set(document, made);
  return made;
}

function calculated(document: SentDocument, table: BankTable): Amounts {
  const groups = groupsOf(document, table);
  const total = groups.reduce((sum, { base, vat }) => sum + base + vat, 0);
  return { groups, total, payable: total - (document.prepaid === undefined ? 0 : toCents(exact(document.prepaid))) };
}

function groupsOf(document: SentDocument, table: BankTable): Group[] {
  const { parent } = document;
  if (document.kind === 'storno' && parent) return negated(amountsOf(parent, table).groups);
  const rate = rateOf(document, table);
  const rateOfAdvance = parent ? rateOf(parent, table) : rate;
  const parts = partsOf(document, rate, rateOfAdvance);
  if (document.kind === 'correct' && parent)
    for (const part of partsOf(parent, rate, rate)) {
      const same = parts.find(one => keyOf(one) === keyOf(part));
      if (!same) throw new Error('A correction has the VAT groups of its invoice.');
      Object.assign(same, { net: same.net - part.net, netLei: minus(same.netLei, part.netLei) });
    }
  const groups = parts.map(groupOf);
  if (!inForeign(document)) return groups.map(group => ({ ...group, baseLei: group.base, vatLei: group.vat }));
  const bases = divideCents(
    parts.map((part, place) => (part.gross === 0 ? part.netLei : times(ofCents(groups[place]!.base), rate))),
  );
  const vats = divideCents(
    groups.map(({ vat, rate: vatRate }, place) =>
      // The VAT of an advance is at the rate of the advance; its amounts are such that the VAT of each line is whole cents.
      document.lines.some(line => line.settles) ? times(parts[place]!.netLei, percent(vatRate)) : times(ofCents(vat), rate),
    ),
  );
  return groups.map((group, place) => ({ ...group, baseLei: bases[place]!, vatLei: vats[place]! }));
}

const AMOUNTS = ['base', 'vat', 'baseLei', 'vatLei'] as const;

export const changed = (
  groups: readonly Group[],
  change: (cents: number, group: Group, name: (typeof AMOUNTS)[number]) => number,
): Group[] =>
  groups.map(group => ({
    ...group,
    ...Object.fromEntries(AMOUNTS.map(name => [name, change(group[name], group, name) + 0])),
  }));
export const negated = (groups: readonly Group[]): Group[] => changed(groups, cents => 0 - cents);
export const sameGroup = (groups: readonly Group[], of: Group): Group | undefined =>
  groups.find(group => keyOf(group) === keyOf(of));
export const isTaxed = ({ category, rate }: { category: string; rate: string }): boolean => category === 'S' && Number(rate) > 0;
