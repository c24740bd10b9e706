import { amount, type Big, decimal, round2, sum } from '../../kernel/money.ts';
import type { InvoiceDocument } from '../invoice.ts';
import type { DocumentLine } from '../line.ts';
import { precedingInvoices, precedingRole } from '../preceding.ts';
import type { VatGroup } from '../vat/categories.ts';
import { spread } from './allocate-cents.ts';
import { groupKey } from './totals.ts';

/** VAT in lei of a document in another currency. */
export interface VatInLei {
  /** One amount for each VAT group, in the groups' order. */
  groups: string[];
  /** Their sum, which the XML states as BT-111. */
  total: string;
}

/** What decides the rate of a line. */
type Rated = Pick<
  InvoiceDocument,
  'currency' | 'exchangeRate' | 'parentDocument' | 'isCreditNote' | 'invoiceTypeCode' | 'total' | 'lines'
>;

/** A line, and its VAT in the document's currency, with the sign of the groups. */
export interface LineVat {
  line: DocumentLine;
  vat: Big | string;
}

/**
 * The rate at which the VAT of a line is counted in lei: the one that the line states; for a line that settles an advance, the rate of
 * the advance (Fiscal Code, art. 290 (2): what was taxed at the advance keeps its rate); else the document's. Pure.
 *
 * @returns RON for one unit of the document's currency
 */
export function lineRate(document: Rated, line: Pick<DocumentLine, 'quantity' | 'exchangeRate'>): string {
  if (document.currency === 'RON') return document.exchangeRate;
  return line.exchangeRate ?? advanceRate(document, line) ?? document.exchangeRate;
}

/** The rate of the parent, where it is the advance that the line takes off. */
function advanceRate(document: Rated, { quantity }: Pick<DocumentLine, 'quantity'>): string | undefined {
  const { currency, exchangeRate } = document.parentDocument ?? {};
  const isKnown = currency === document.currency && exchangeRate !== undefined && !decimal(exchangeRate).eq(1);
  return isKnown && decimal(quantity).lt(0) && precedingRole(document) === 'advance' ? exchangeRate : undefined;
}

/** What a document warns of that settles an advance of which it does not know the rate. */
export function advanceRateWarnings(document: Rated & Pick<InvoiceDocument, 'precedingInvoices'>): string[] {
  const settles = precedingInvoices(document).length > 0 && precedingRole(document) === 'advance';
  if (document.currency === 'RON' || !settles) return [];
  return document.lines.flatMap((line, place) =>
    decimal(line.quantity).gte(0) || (line.exchangeRate ?? advanceRate(document, line)) !== undefined
      ? []
      : [
          `lines.${place}.exchangeRate: state the rate of the advance that the line settles; without it, that of the document counts.`,
        ],
  );
}

/**
 * The VAT of each group in lei (Fiscal Code, art. 319 (20) j: per rate, in lei). The total is the VAT times its rate of exchange, rounded
 * once, and the groups are rounded by largest remainder so that they sum to it: each is less than a cent from its exact value, and one
 * group alone is the total. A group's VAT is counted at the document's rate, but for its lines that have another (`lineRate`): an
 * advance that is settled. Negating all amounts negates every result. Pure.
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
