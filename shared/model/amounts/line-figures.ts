import { Big, decimal, plain, round2 } from '#shared/base/kernel/money.ts';
import type { AllowanceCharge } from '../extensions.ts';
import type { DocumentLine } from '../line.ts';

/** An allowance or charge, of a line (BG-27, BG-28) or of the document (BG-20, BG-21). */
export interface Adjustment {
  isCharge: boolean;
  amount: Big;
  base: Big | null;
  /** Percentage. */
  percent: string | null;
  reasonCode: string | null;
  reason: string | null;
}

/** The amounts of a line as the XML states them: net = quantity × price − allowances + charges. */
export interface LineFigures {
  line: DocumentLine;
  /** BT-129 */
  quantity: string;
  /** BT-146: without VAT, never negative (BR-27). */
  price: string;
  adjustments: Adjustment[];
  /** BT-131 */
  net: Big;
  /** The stored VAT of the line, negated like all amounts for a credit note. */
  vat: Big;
  /** Whether allowances or charges of `ublExtensions` make `net` differ from the stored subtotal. */
  xmlOnly: boolean;
}

/** Code (UNTDID 5189) and text with which the XML names the discount of a line. */
export const DISCOUNT = { reasonCode: '95', reason: 'Discount' };

/** The figures of a line. @param negated whether the XML negates the stored amounts (`isNegated`) */
export function lineFigures(line: DocumentLine, negated: boolean): LineFigures {
  const subtotal = stated(decimal(line.subtotal), negated);
  // A price must not be negative (BR-27), so its sign moves to the quantity.
  const turned = decimal(line.unitPrice).lt(0);
  const quantity = stated(decimal(line.quantity), negated !== turned);
  const discount = discountOf(line, quantity);
  const extra = (line.ublExtensions?.allowanceCharges ?? []).map(statedAdjustment);
  const net = extra.reduce((value, entry) => (entry.isCharge ? value.plus(entry.amount) : value.minus(entry.amount)), subtotal);

  return {
    line,
    quantity: plain(quantity),
    price: plain(
      line.vatIncluded ? netPrice(line, quantity, subtotal.plus(discount?.amount ?? 0)) : decimal(line.unitPrice).abs(),
    ),
    adjustments: discount ? [discount, ...extra] : extra,
    net,
    vat: stated(decimal(line.vatAmount), negated),
    xmlOnly: extra.length > 0,
  };
}

const stated = (value: Big, negated: boolean): Big => (negated ? value.neg() : value);

/** The line's discount as an allowance, with the sign of the line, without VAT. */
function discountOf(line: DocumentLine, quantity: Big): Adjustment | null {
  const discount = decimal(line.discountAmount);
  if (discount.eq(0)) return null;
  const net = line.vatIncluded ? round2(discount.div(vatFactor(line))) : discount;
  const byPercent = line.discount === null && !line.vatIncluded;
  const negative = quantity.lt(0);
  return {
    isCharge: false,
    amount: stated(net, negative),
    base: byPercent ? round2(quantity.times(decimal(line.unitPrice).abs())) : null,
    percent: byPercent ? plain(decimal(line.discountPercent)) : null,
    ...DISCOUNT,
  };
}

/**
 * The net price of a line whose price includes VAT, rounded to as few decimals (at least 4) as make quantity × price equal the
 * line's value before allowances.
 */
function netPrice(line: DocumentLine, quantity: Big, value: Big): Big {
  const exact = decimal(line.unitPrice).abs().times(oneWithoutVat(line.vatRate));
  if (quantity.eq(0)) return exact.round(4);
  for (const decimals of [4, 6, 8]) {
    const price = exact.round(decimals);
    if (round2(quantity.times(price)).eq(value)) return price;
  }
  // The line's net amount has a cent of its group's rounding: use the price that gives exactly this amount.
  for (const decimals of [4, 6, 8]) {
    const price = value.div(quantity).round(decimals);
    if (round2(quantity.times(price)).eq(value)) return price;
  }
  return value.div(quantity).round(12);
}

/** Cache of 1 ÷ (1 + rate), by rate: a division to twenty digits takes as long as all other computations for a line. */
const ONE_WITHOUT_VAT = new Map<string, Big>();

function oneWithoutVat(rate: string): Big {
  let value = ONE_WITHOUT_VAT.get(rate);
  if (value === undefined) {
    value = new Big(1).div(decimal(rate).div(100).plus(1));
    // There are few VAT rates; the limit keeps a caller that tries many from filling the memory.
    if (ONE_WITHOUT_VAT.size < 1000) ONE_WITHOUT_VAT.set(rate, value);
  }
  return value;
}

const vatFactor = (line: DocumentLine): Big => decimal(line.vatRate).div(100).plus(1);

/** An allowance or charge of `ublExtensions`, with the sign that the caller gave it. */
export const statedAdjustment = (entry: AllowanceCharge): Adjustment => ({
  isCharge: entry.chargeIndicator,
  amount: round2(decimal(entry.amount)),
  base: entry.baseAmount === undefined ? null : round2(decimal(entry.baseAmount)),
  percent: entry.multiplierFactorNumeric === undefined ? null : plain(decimal(entry.multiplierFactorNumeric)),
  reasonCode: entry.reasonCode?.trim() || null,
  reason: entry.reason?.trim() || null,
});
