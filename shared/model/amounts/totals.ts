import { amount, Big, decimal, plain, round2, sum } from '#shared/base/kernel/money.ts';
import { spread } from './allocate-cents.ts';
import type { DocumentLine, LineInput } from '../line.ts';
import type { VatGroup } from '../vat/categories.ts';

/** The fields that the computation adds to a line. */
export type LineAmounts = Pick<DocumentLine, 'discountAmount' | 'subtotal' | 'vatAmount' | 'total'>;

export interface Totals<Line extends LineInput = LineInput> {
  /** The lines in their order, each with its amounts. */
  lines: (Line & LineAmounts)[];
  /** One for each pair of category and rate, in order of first appearance. */
  vatGroups: VatGroup[];
  subtotal: string;
  /** `discountTotal` of the lines. */
  discount: string;
  vatTotal: string;
  total: string;
}

/** A line with the amounts that its own fields determine: discount, and net or (`vatIncluded`) gross amount. */
interface PricedLine {
  input: LineInput;
  discount: Big;
  /** quantity × unit price − discount, rounded: net, or gross when `vatIncluded`. */
  stated: Big;
}

interface LineSplit {
  net: Big;
  vat: Big;
}

/**
 * Computes the amounts of a document from its lines (TAX-1 to TAX-10). Exact decimals, cents
 * rounded half away from zero; lines may have either sign.
 *
 * VAT is computed for each group of category and rate, so that the tax subtotal in the XML is round2(taxable × rate) as BR-CO-17
 * requires, and is then distributed over the lines: the totals of the document equal the sums of its lines to the cent.
 *
 * Gross amounts of lines priced with VAT never change. Not every gross amount is the sum of a net amount and its rounded VAT (at 21
 * % only 100 of 121 consecutive cents are), so the VAT of a group with only such lines may differ by a cent from the product;
 * BR-CO-17 and BR-S-09 as published allow differences below 1.00. If the group has a line priced without VAT, that line absorbs the
 * cent, and the product is exact.
 *
 * Negating all quantities negates all amounts, so a full credit note mirrors its invoice line by line.
 */
export function computeTotals<Line extends LineInput>(lines: readonly Line[]): Totals<Line> {
  const priced = lines.map(price);
  const groups = Map.groupBy(priced, line => groupKey(line.input));
  const splits = new Map<PricedLine, LineSplit>();
  const vatGroups = [...groups.values()].map(group => splitGroup(group, splits));

  const computed = priced.map((line, index) => {
    const { net, vat } = splits.get(line)!;
    return {
      ...lines[index]!,
      discountAmount: amount(line.discount),
      subtotal: amount(net),
      vatAmount: amount(vat),
      total: amount(net.plus(vat)),
    };
  });

  return {
    lines: computed,
    vatGroups,
    subtotal: amount(sum(computed.map(line => line.subtotal))),
    discount: discountTotal(computed),
    vatTotal: amount(sum(computed.map(line => line.vatAmount))),
    total: amount(sum(computed.map(line => line.total))),
  };
}

/** The fields of a line that determine its discount and the sign of that. */
type Discounted = Pick<DocumentLine, 'discountAmount' | 'quantity' | 'unitPrice'>;

/** The discount with the sign of its line, negative for a refund, so that value − discount is the amount of the line. */
export const signedDiscount = ({ discountAmount, quantity, unitPrice }: Discounted): Big => {
  const discount = decimal(discountAmount);
  return isNegative(quantity, unitPrice) ? discount.neg() : discount;
};

/** The sum of all discounts: the value of the lines before discounts less that after discounts. */
export const discountTotal = (lines: readonly Discounted[]): string => amount(sum(lines.map(signedDiscount)));

const isNegative = (quantity: string, unitPrice: string): boolean => decimal(quantity).lt(0) !== decimal(unitPrice).lt(0);

/** Lines of one VAT breakdown group (BG-23) share this key. */
export const groupKey = (line: Pick<LineInput, 'vatCategoryCode' | 'vatRate'>): string =>
  `${line.vatCategoryCode} ${plain(decimal(line.vatRate))}`;

/** Computes discount and amount of a line. The discount is positive and moves the amount towards zero, whatever the line's sign. */
function price(input: LineInput): PricedLine {
  const quantity = decimal(input.quantity);
  const unitPrice = decimal(input.unitPrice);
  const size = quantity.times(unitPrice).abs();
  const discount =
    input.discount !== null ? round2(decimal(input.discount)) : round2(size.times(decimal(input.discountPercent)).div(100));
  const stated = round2(size.minus(discount));
  return { input, discount, stated: isNegative(input.quantity, input.unitPrice) ? stated.neg() : stated };
}

/** Computes the VAT of a group, and puts net amount and VAT of each line into `splits`. */
function splitGroup(group: readonly PricedLine[], splits: Map<PricedLine, LineSplit>): VatGroup {
  const { vatCategoryCode: category, vatRate } = group[0]!.input;
  const rate = decimal(vatRate).div(100);
  const grossPriced = group.filter(line => line.input.vatIncluded);
  const netPriced = group.filter(line => !line.input.vatIncluded);

  const netOfGross = splitGrossPriced(grossPriced, rate, splits);
  const vatOfGross = stated(grossPriced).minus(netOfGross);
  const taxable = stated(netPriced).plus(netOfGross);
  const absorbs = netPriced.some(line => !line.stated.eq(0));
  const vat = absorbs ? round2(taxable.times(rate)) : vatOfGross;
  splitNetPriced(netPriced, rate, vat.minus(vatOfGross), splits);

  return { category, rate: plain(decimal(vatRate)), taxable: amount(taxable), vat: amount(vat) };
}

/** Splits gross amounts so that the net amounts sum to round2(gross ÷ (1 + rate)). @returns that sum */
function splitGrossPriced(lines: readonly PricedLine[], rate: Big, splits: Map<PricedLine, LineSplit>): Big {
  const divisor = rate.plus(1);
  const target = round2(stated(lines).div(divisor));
  const nets = spread(
    lines.map(line => line.stated.div(divisor)),
    target,
  );
  lines.forEach((line, index) => splits.set(line, { net: nets[index]!, vat: line.stated.minus(nets[index]!) }));
  return target;
}

/** Distributes `vat` over lines priced without VAT. */
function splitNetPriced(lines: readonly PricedLine[], rate: Big, vat: Big, splits: Map<PricedLine, LineSplit>): void {
  const shares = spread(
    lines.map(line => line.stated.times(rate)),
    vat,
  );
  lines.forEach((line, index) => splits.set(line, { net: line.stated, vat: shares[index]! }));
}

const stated = (lines: readonly PricedLine[]): Big => sum(lines.map(line => line.stated));
