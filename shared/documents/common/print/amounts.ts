import { figures, isNegated } from '#shared/model/amounts/document-figures.ts';
import { lineRate, vatInLei } from '#shared/model/amounts/lei.ts';
import { type Adjustment, statedAdjustment } from '#shared/model/amounts/line-figures.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import type { DocumentLine } from '#shared/model/line.ts';
import { notInBaseOf } from '#shared/model/amounts/not-in-base.ts';
import { isCategoryNotInBase } from '#shared/model/vat/not-in-base.ts';
import type { VatGroup } from '#shared/model/vat/categories.ts';
import { amount, Big, decimal, round2, sum } from '#shared/base/kernel/money.ts';

/** A line with the amounts that it is printed with. */
export interface PrintedLine extends DocumentLine {
  /** Allowances and charges of its `ublExtensions` (BG-27, BG-28), which its amounts contain. */
  adjustments: PrintedAdjustment[];
  /** The exchange rate of its VAT, if it differs from the document's: the line settles an advance. */
  ownRate: { currency: string; rate: string } | null;
}

/** An allowance or charge. Amounts have the sign of their effect on the total: an allowance on an invoice is negative. */
export interface PrintedAdjustment extends Pick<Adjustment, 'isCharge' | 'percent' | 'reason' | 'reasonCode'> {
  amount: string;
  base: string | null;
}

export interface PrintedVatGroup extends VatGroup {
  /** Null for a document in lei. */
  vatInLei: string | null;
}

/**
 * The amounts that the PDF and the XML of a document state, with the signs of the stored document. They equal the stored amounts
 * unless `ublExtensions` has allowances or charges: stored totals omit these (TAX-45), but the
 * buyer pays what the XML states. BT and BG numbers are terms of EN 16931.
 */
export interface PrintedAmounts {
  lines: PrintedLine[];
  /** BG-20, BG-21 */
  adjustments: (PrintedAdjustment & { rate: string })[];
  /** BG-23; for a document in a foreign currency also with the VAT in lei (Fiscal Code, art. 319 (20) j). */
  groups: PrintedVatGroup[];
  /** BT-106; null without document-level allowances and charges, as it then equals the net total. */
  lineTotal: string | null;
  /** BT-107, negative for an invoice; null without allowances. */
  allowanceTotal: string | null;
  /** BT-108; null without charges. */
  chargeTotal: string | null;
  /** BT-109 */
  net: string;
  /** What of it is a deposit, or was paid in the client's name; null without any. */
  notInBase: string | null;
  /** BT-110 */
  vat: string;
  /** BT-111, for a document in a foreign currency (Directive 2006/112/EC, Article 230); null for a document in lei. */
  vatInLei: string | null;
  /** BT-112 */
  total: string;
  /** BT-113; null when nothing was prepaid. */
  prepaid: string | null;
  /** BT-114; null when it is zero. */
  rounding: string | null;
  /** BT-115 */
  payable: string;
}

export function printedAmounts(document: InvoiceDocument): PrintedAmounts {
  const extensions = document.ublExtensions;
  const sign = isNegated(document) ? -1 : 1;
  const adjusted = {
    lines: document.lines.some(line => line.ublExtensions?.allowanceCharges?.length),
    document: (extensions?.allowanceCharges?.length ?? 0) > 0,
  };
  // A received document is stored with the totals that its XML states.
  const isStored = document.direction === 'incoming' || !(adjusted.lines || adjusted.document);
  const amounts = isStored ? storedAmounts(document) : xmlAmounts(document, sign);
  const entries = (extensions?.allowanceCharges ?? []).map(entry => ({
    ...printedAdjustment(statedAdjustment(entry), sign),
    rate: entry.taxRate,
  }));
  const totalOf = (isCharge: boolean): string | null => {
    const those = entries.filter(entry => entry.isCharge === isCharge);
    return those.length > 0 ? amount(sum(those.map(entry => entry.amount))) : null;
  };
  const prepaid = round2(decimal(extensions?.prepaidAmount)).times(sign);
  const open = decimal(amounts.total).minus(prepaid);
  const rounding = decimal(document.payable ?? open).minus(open);
  return {
    ...amounts,
    notInBase: printedNotInBase(document, amounts.groups),
    adjustments: entries,
    lineTotal: adjusted.document ? amount(sum(amounts.lines.map(line => line.subtotal))) : null,
    allowanceTotal: totalOf(false),
    chargeTotal: totalOf(true),
    prepaid: prepaid.eq(0) ? null : amount(prepaid),
    rounding: rounding.eq(0) ? null : amount(rounding),
    payable: amount(open.plus(rounding)),
  };
}

/** The XML of a received document states one reason for all of category E. */
function printedNotInBase(document: InvoiceDocument, groups: readonly VatGroup[]): string | null {
  if (!document.received) return notInBaseOf(document) ?? null;
  if (!isCategoryNotInBase(document, 'E')) return null;
  return amount(sum(groups.filter(({ category }) => category === 'E').map(({ taxable }) => taxable)));
}

/**
 * The VAT groups with their VAT in lei, and its total; null for a document in lei.
 *
 * @param vats the VAT of each line, in line order
 */
function inLei(
  document: InvoiceDocument,
  groups: readonly VatGroup[],
  vats: readonly string[],
): Pick<PrintedAmounts, 'groups' | 'vatInLei'> {
  if (document.currency === 'RON') return { groups: groups.map(group => ({ ...group, vatInLei: null })), vatInLei: null };
  const lei = vatInLei(
    document,
    groups,
    document.lines.map((line, place) => ({ line, vat: vats[place] ?? '0' })),
  );
  return { groups: groups.map((group, place) => ({ ...group, vatInLei: lei.groups[place] ?? null })), vatInLei: lei.total };
}

type Amounts = Pick<PrintedAmounts, 'lines' | 'groups' | 'net' | 'vat' | 'vatInLei' | 'total'>;

function storedAmounts(document: InvoiceDocument): Amounts {
  const sign = isNegated(document) ? -1 : 1;
  return {
    lines: document.lines.map(line => ({ ...line, adjustments: adjustmentsOf(line, sign), ownRate: ownRate(document, line) })),
    ...inLei(
      document,
      document.vatGroups,
      document.lines.map(line => line.vatAmount),
    ),
    net: document.subtotal,
    vat: document.vatTotal,
    total: document.total,
  };
}

function xmlAmounts(document: InvoiceDocument, sign: 1 | -1): Amounts {
  const stated = figures(document);
  const signed = (value: Big): string => amount(value.times(sign));
  return {
    lines: stated.lines.map(({ line, net, xmlOnly }) => {
      const own = ownRate(document, line);
      if (!xmlOnly) return { ...line, adjustments: [], ownRate: own };
      const vat = round2(net.times(line.vatRate).div(100));
      return {
        ...line,
        subtotal: signed(net),
        vatAmount: signed(vat),
        total: signed(net.plus(vat)),
        adjustments: adjustmentsOf(line, sign),
        ownRate: own,
      };
    }),
    ...inLei(
      document,
      stated.groups.map(({ category, rate, taxable, vat }) => ({ category, rate, taxable: signed(taxable), vat: signed(vat) })),
      stated.lines.map(line => signed(line.vat)),
    ),
    net: signed(stated.taxExclusive),
    vat: signed(stated.vat),
    total: signed(stated.taxInclusive),
  };
}

function ownRate(document: InvoiceDocument, line: DocumentLine): PrintedLine['ownRate'] {
  const rate = lineRate(document, line);
  return decimal(rate).eq(document.exchangeRate) ? null : { currency: document.currency, rate };
}

const adjustmentsOf = (line: DocumentLine, sign: 1 | -1): PrintedAdjustment[] =>
  (line.ublExtensions?.allowanceCharges ?? []).map(entry => printedAdjustment(statedAdjustment(entry), sign));

function printedAdjustment(
  { isCharge, amount: value, base, percent, reason, reasonCode }: Adjustment,
  sign: 1 | -1,
): PrintedAdjustment {
  return {
    isCharge,
    percent,
    reason,
    reasonCode,
    amount: amount(value.times(isCharge === (sign === 1) ? 1 : -1)),
    base: base && amount(base),
  };
}
