import { amount, type Big, decimal, plain, round2, sum } from '#shared/base/kernel/money.ts';
import type { InvoiceDocument } from '../invoice.ts';
import type { DocumentLine } from '../line.ts';
import { precedingInvoices, precedingRole } from '../preceding.ts';
import type { VatGroup } from '../vat/categories.ts';
import { spread } from './allocate-cents.ts';
import { groupKey } from './totals.ts';

/** VAT in lei of a document in a foreign currency. */
export interface VatInLei {
  /** One amount for each VAT group, in the groups' order. */
  groups: string[];
  /** Their sum, which the XML states as BT-111. */
  total: string;
}

/** The fields of a document that determine the exchange rate of a line. */
type Rated = Pick<
  InvoiceDocument,
  'currency' | 'exchangeRate' | 'parentDocument' | 'isCreditNote' | 'invoiceTypeCode' | 'total' | 'lines'
>;

/** A line with its VAT in the document's currency, with the same sign as the VAT of the groups. */
export interface LineVat {
  line: DocumentLine;
  vat: Big | string;
}

/**
 * The exchange rate for the VAT of a line: the one that the line states; else, for a line that settles an advance, the rate of the
 * advance (Fiscal Code, art. 290 (2): an amount taxed with an advance keeps the rate of the advance); else the document's. Pure.
 *
 * @returns RON for one unit of the document's currency
 */
export function lineRate(document: Rated, line: Pick<DocumentLine, 'quantity' | 'exchangeRate'>): string {
  if (document.currency === 'RON') return document.exchangeRate;
  return line.exchangeRate ?? advanceRate(document, line) ?? document.exchangeRate;
}

/** The rate of the parent document, if the line settles it as an advance; undefined otherwise. */
function advanceRate(document: Rated, { quantity }: Pick<DocumentLine, 'quantity'>): string | undefined {
  const { currency, exchangeRate } = document.parentDocument ?? {};
  const isKnown = currency === document.currency && !decimal(exchangeRate).eq(1);
  return isKnown && decimal(quantity).lt(0) && precedingRole(document) === 'advance' ? exchangeRate : undefined;
}

/** What a document is worth more in lei because lines have a rate of their own (`lineRate`), negative if less: exact decimals. */
export interface RateDifference {
  subtotal: string;
  vatTotal: string;
}

/**
 * The difference between a document's amounts in lei, each line at its rate, and its amounts at the document's rate; undefined when there
 * is none. Pure.
 */
export function rateDifference(document: Rated): RateDifference | undefined {
  const differences = document.lines.map(line => decimal(lineRate(document, line)).minus(document.exchangeRate));
  if (differences.every(difference => difference.eq(0))) return undefined;
  const of = (name: 'subtotal' | 'vatAmount'): string =>
    plain(sum(document.lines.map((line, place) => decimal(line[name]).times(differences[place] ?? 0))));
  return { subtotal: of('subtotal'), vatTotal: of('vatAmount') };
}

/** Warnings for lines that settle an advance whose exchange rate is not known. */
export function advanceRateWarnings(document: Rated & Pick<InvoiceDocument, 'precedingInvoices'>): string[] {
  const settles = precedingInvoices(document).length > 0 && precedingRole(document) === 'advance';
  if (document.currency === 'RON' || !settles) return [];
  return document.lines.flatMap((line, place) =>
    decimal(line.quantity).gte(0) || (line.exchangeRate ?? advanceRate(document, line)) !== undefined
      ? []
      : [
          `lines.${place}.exchangeRate: state the rate of the advance that the line settles; without it, that of the document is used.`,
        ],
  );
}

/**
 * The VAT of each group in lei (Fiscal Code, art. 319 (20) j). The total is the exact VAT in lei, rounded once; the groups are
 * rounded by the largest-remainder method, so that they sum to it and each is less than a cent from its exact value. VAT is
 * converted at the document's rate, except that of lines with another rate (`lineRate`). Negating all amounts negates all results.
 * Pure.
 *
 * @param groups the VAT of each group in the document's currency
 * @param lines the lines of the groups
 */
export function vatInLei(
  document: Rated,
  groups: readonly Pick<VatGroup, 'category' | 'rate' | 'vat'>[],
  lines: readonly LineVat[],
): VatInLei {
  const own = lines.flatMap(({ line, vat }) => {
    const difference = decimal(lineRate(document, line)).minus(document.exchangeRate);
    return difference.eq(0) ? [] : [{ group: groupKey(line), vat: decimal(vat).times(difference) }];
  });
  const exact = groups.map(({ category, rate, vat }) => {
    const key = groupKey({ vatCategoryCode: category, vatRate: rate });
    const differences = own.filter(({ group }) => group === key).map(one => one.vat);
    return decimal(vat).times(document.exchangeRate).plus(sum(differences));
  });
  const total = round2(sum(exact));
  return { groups: spread(exact, total).map(amount), total: amount(total) };
}
