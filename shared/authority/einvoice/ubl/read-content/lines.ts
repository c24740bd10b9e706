import { groupKey } from '#shared/model/amounts/totals.ts';
import { spread } from '#shared/model/amounts/allocate-cents.ts';
import { amount, Big, decimal, plain, round2 } from '#shared/base/kernel/money.ts';
import { categoryReason } from '#shared/model/vat/exemptions.ts';
import { unitName } from '#shared/model/codes/units.ts';
import { isCutOf } from '../../item-name.ts';
import { DISCOUNT } from '#shared/model/amounts/line-figures.ts';
import { contentAdjustment, contentPeriod } from './extensions.ts';
import { knownCategory, orNone, orNull, type Signed } from './values.ts';
import type { LineExtensions } from '#shared/model/extensions.ts';
import type { DocumentLine } from '#shared/model/line.ts';
import type { ReadAdjustment, ReadInvoice, ReadLine, ReadVatGroup } from '../read/model.ts';

type ContentLine = Omit<DocumentLine, 'id'>;

/** The lines in stored form, numbered in their order. */
export function contentLines(read: ReadInvoice, sign: Signed): ContentLine[] {
  const vats = vatOfLines(read);
  const groups = new Map(read.vatGroups.map(group => [key(group.category, group.rate), group]));
  return read.lines.map((line, index) => ({
    lineNumber: index + 1,
    ...contentLine(line, vats[index]!, read.root, sign),
    ublExtensions: extensions(line, groups.get(key(line.category, line.rate))),
  }));
}

function contentLine(
  line: ReadLine,
  vat: Big,
  root: ReadInvoice['root'],
  sign: Signed,
): Omit<ContentLine, 'lineNumber' | 'ublExtensions'> {
  const unitPrice = priceOfOne(line);
  const { discount } = ownDiscount(line, unitPrice);
  const quantity = decimal(line.quantity);
  const subtotal = sign(line.net);
  const vatAmount = sign(amount(vat));
  return {
    description: described(line),
    quantity: plain(root === 'CreditNote' ? quantity.neg() : quantity),
    unitPrice: plain(unitPrice),
    unitOfMeasure: unitName(line.unitCode),
    vatRate: line.rate,
    vatCategoryCode: knownCategory(line.category),
    vatRateId: null,
    vatRateName: null,
    productId: null,
    productCode: line.sellersId ?? line.standardId?.id ?? null,
    productName: null,
    discount: discount && discount.percent === null ? discount.amount : null,
    discountPercent: discount?.percent ?? null,
    vatIncluded: false,
    discountAmount: discount?.amount ?? '0.00',
    subtotal,
    vatAmount,
    total: amount(decimal(subtotal).plus(vatAmount)),
  };
}

/** The description of a line: BT-153 (unless it is BT-154 cut to the length of a name), BT-154 and the note BT-127. */
const described = ({ name, description, note }: ReadLine): string =>
  [...new Set([description !== null && isCutOf(description, name) ? null : name, description, note])]
    .filter(text => text !== null)
    .join('\n');

/** The price of one unit: BT-146 may be that of a hundred (BT-149). */
function priceOfOne({ price, baseQuantity }: ReadLine): Big {
  const base = decimal(baseQuantity);
  return base.eq(0) || base.eq(1) ? decimal(price) : decimal(price).div(base).round(10);
}

interface OwnDiscount {
  /** Positive. */
  amount: string;
  percent: string | null;
}

/**
 * The discount of the line: the first allowance, if it reduces the amount and has the reason that the writer gives to discounts.
 * All others remain allowances and charges.
 */
function ownDiscount(line: ReadLine, unitPrice: Big): { discount: OwnDiscount | null; others: ReadAdjustment[] } {
  const [first, ...others] = line.adjustments;
  const none = { discount: null, others: line.adjustments };
  if (!first || first.isCharge || first.reasonCode !== DISCOUNT.reasonCode) return none;
  if (first.reason !== null && first.reason !== DISCOUNT.reason) return none;
  const quantity = decimal(line.quantity);
  const value = quantity.lt(0) ? decimal(first.amount).neg() : decimal(first.amount);
  if (value.lte(0)) return none;
  const size = quantity.times(unitPrice).abs();
  const ofBase = first.percent !== null && first.base !== null && round2(size).eq(decimal(first.base).abs());
  const isPercent = ofBase && round2(size.times(first.percent!).div(100)).eq(value);
  return { discount: { amount: amount(value), percent: isPercent ? first.percent : null }, others };
}

function extensions(line: ReadLine, group: ReadVatGroup | undefined): LineExtensions | null {
  const { others } = ownDiscount(line, priceOfOne(line));
  const { code, text } = statedReason(group);
  return orNull<LineExtensions>({
    invoicePeriod: contentPeriod(line.period),
    allowanceCharges: orNone(others.map(contentAdjustment)),
    additionalItemProperties: orNone(line.properties),
    originCountry: line.originCountry ?? undefined,
    taxExemptionReason: text ?? undefined,
    taxExemptionReasonCode: code ?? undefined,
  });
}

const NOT_STATED = { code: null, text: null };

/**
 * The exemption reason of the line's VAT group, if it is not the default of its category; for category E it is stored with the
 * document.
 */
function statedReason(group: ReadVatGroup | undefined): { code: string | null; text: string | null } {
  if (!group || group.category === 'E') return NOT_STATED;
  const own = categoryReason(group.category);
  if (own?.code === group.exemptionCode && own?.text === group.exemptionReason) return NOT_STATED;
  return { code: group.exemptionCode, text: group.exemptionReason };
}

/**
 * The VAT of each line, with the signs of the XML: the VAT of its group, distributed over the lines and the document's allowances
 * and charges of the group as in totals.ts. Without a group it is the net amount times the rate.
 */
function vatOfLines({ lines, adjustments, vatGroups }: ReadInvoice): Big[] {
  const parts = [
    ...lines.map(({ category, rate, net }) => ({ key: key(category, rate), rate, taxable: decimal(net) })),
    ...adjustments.map(({ category, rate, isCharge, amount: value }) => ({
      key: key(category, rate),
      rate,
      taxable: isCharge ? decimal(value) : decimal(value).neg(),
    })),
  ].map((part, index) => ({ ...part, index }));
  const stated = new Map(vatGroups.map(group => [key(group.category, group.rate), decimal(group.vat)]));
  const vats: Big[] = [];
  for (const [group, members] of Map.groupBy(parts, part => part.key)) {
    const exact = members.map(({ taxable, rate }) => taxable.times(rate).div(100));
    const vat = stated.get(group);
    const shares = vat ? spread(exact, vat) : exact.map(round2);
    members.forEach(({ index }, place) => (vats[index] = shares[place]!));
  }
  return vats.slice(0, lines.length);
}

const key = (vatCategoryCode: string, vatRate: string): string =>
  groupKey({ vatCategoryCode: knownCategory(vatCategoryCode), vatRate });
