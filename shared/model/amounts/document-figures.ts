import { vatInLei } from './lei.ts';
import { groupKey } from './totals.ts';
import { amount, Big, decimal, plain, round2, sum } from '#shared/base/kernel/money.ts';
import { CREDIT_NOTE_TYPES } from '../codes/lists.ts';
import { lineFigures, statedAdjustment, type Adjustment, type LineFigures } from './line-figures.ts';
import type { DocumentAllowanceCharge } from '../extensions.ts';
import type { InvoiceDocument } from '../invoice.ts';
import type { StatedVatCategory } from '../vat/categories.ts';

export interface DocumentAdjustment extends Adjustment {
  category: StatedVatCategory;
  /** Percentage. */
  rate: string;
}

/** One VAT breakdown group (BG-23). */
export interface TaxGroup {
  category: StatedVatCategory;
  /** Percentage. */
  rate: string;
  taxable: Big;
  vat: Big;
}

/** All amounts of the document as the XML states them. BT and BG numbers are terms of EN 16931. */
export interface Figures {
  lines: LineFigures[];
  /** BG-20 and BG-21. */
  adjustments: DocumentAdjustment[];
  groups: TaxGroup[];
  /** BT-106 */
  lineTotal: Big;
  /** BT-107 */
  allowanceTotal: Big;
  /** BT-108 */
  chargeTotal: Big;
  /** BT-109 */
  taxExclusive: Big;
  /** BT-110 */
  vat: Big;
  /** BT-111: the VAT in RON; null for a document in RON. */
  vatInRon: Big | null;
  /** BT-112 */
  taxInclusive: Big;
  /** BT-113 */
  prepaid: Big;
  /** BT-115 */
  payable: Big;
}

/** Whether the document is written as UBL `CreditNote` rather than `Invoice`. */
export const isCreditNoteXml = (document: InvoiceDocument): boolean => CREDIT_NOTE_TYPES.has(document.invoiceTypeCode);

/**
 * Whether the XML states amounts with the opposite sign of the stored ones: a `CreditNote` is stored negative, its XML is positive.
 */
export const isNegated = (document: InvoiceDocument): boolean =>
  isCreditNoteXml(document) && (document.isCreditNote || decimal(document.total).lt(0));

/**
 * The amounts of the XML: the stored ones (negated for a `CreditNote`, see `isNegated` and TAX-51), plus
 * those that stored totals omit, which are the allowances and charges of `ublExtensions` and `prepaidAmount`. The latter have the
 * sign that the caller gave them, for both kinds of document.
 */
export function figures(document: InvoiceDocument): Figures {
  const negated = isNegated(document);
  const lines = document.lines.map(line => lineFigures(line, negated));
  const adjustments = (document.ublExtensions?.allowanceCharges ?? []).map(documentAdjustment);
  const groups = taxGroups(lines, adjustments);

  const lineTotal = sum(lines.map(line => line.net));
  const allowanceTotal = sum(adjustments.filter(entry => !entry.isCharge).map(entry => entry.amount));
  const chargeTotal = sum(adjustments.filter(entry => entry.isCharge).map(entry => entry.amount));
  const taxExclusive = lineTotal.minus(allowanceTotal).plus(chargeTotal);
  const vat = sum(groups.map(group => group.vat));
  const taxInclusive = taxExclusive.plus(vat);
  const prepaid = round2(decimal(document.ublExtensions?.prepaidAmount));
  return {
    lines,
    adjustments,
    groups,
    lineTotal,
    allowanceTotal,
    chargeTotal,
    taxExclusive,
    vat,
    vatInRon: document.currency === 'RON' ? null : inLei(document, groups, lines),
    taxInclusive,
    prepaid,
    payable: taxInclusive.minus(prepaid),
  };
}

function inLei(document: InvoiceDocument, groups: readonly TaxGroup[], lines: readonly LineFigures[]): Big {
  const stated = groups.map(({ category, rate, vat }) => ({ category, rate, vat: amount(vat) }));
  return decimal(vatInLei(document, stated, lines).total);
}

const documentAdjustment = (entry: DocumentAllowanceCharge): DocumentAdjustment => ({
  ...statedAdjustment(entry),
  category: entry.taxCategoryCode,
  rate: plain(decimal(entry.taxRate)),
});

/**
 * The VAT breakdown. The VAT of a group is the sum of its lines' stored VAT (totals.ts); if allowances or charges change the
 * taxable amount of the group, it is the taxable amount times the rate (BR-CO-17).
 */
function taxGroups(lines: LineFigures[], adjustments: DocumentAdjustment[]): TaxGroup[] {
  const groups = new Map<string, TaxGroup & { adjusted: boolean }>();
  const groupOf = (category: StatedVatCategory, vatRate: string): TaxGroup & { adjusted: boolean } => {
    const key = groupKey({ vatCategoryCode: category, vatRate });
    const known = groups.get(key);
    if (known) return known;
    const zero = new Big(0);
    const fresh = { category, rate: plain(decimal(vatRate)), taxable: zero, vat: zero, adjusted: false };
    groups.set(key, fresh);
    return fresh;
  };

  for (const { line, net, vat, xmlOnly } of lines) {
    const group = groupOf(line.vatCategoryCode, line.vatRate);
    group.taxable = group.taxable.plus(net);
    group.vat = group.vat.plus(vat);
    group.adjusted ||= xmlOnly;
  }
  for (const { category, rate, isCharge, amount } of adjustments) {
    const group = groupOf(category, rate);
    group.taxable = isCharge ? group.taxable.plus(amount) : group.taxable.minus(amount);
    group.adjusted = true;
  }
  return [...groups.values()].map(({ adjusted, ...group }) =>
    adjusted ? { ...group, vat: round2(group.taxable.times(group.rate).div(100)) } : group,
  );
}
