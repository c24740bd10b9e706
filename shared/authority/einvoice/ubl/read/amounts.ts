import { attributeOf, XmlError, type XmlElement } from '../../xml/node.ts';
import { all, amountAt, at, codeAt, numberAt, requiredAmount, requiredText, textAt } from './values.ts';
import type { ReadAdjustment, ReadDocumentAdjustment, ReadTotals, ReadVatGroup } from './model.ts';

/** BG-20, BG-21, BG-27, BG-28: the allowances and charges of the document or of a line. */
export const readAdjustments = (owner: XmlElement): ReadAdjustment[] => all(owner, 'cac:AllowanceCharge').map(adjustment);

/** The document's allowances and charges with their VAT category. */
export const readDocumentAdjustments = (root: XmlElement): ReadDocumentAdjustment[] =>
  all(root, 'cac:AllowanceCharge').map(element => ({ ...adjustment(element), ...readCategory(at(element, 'cac:TaxCategory')) }));

const adjustment = (element: XmlElement): ReadAdjustment => ({
  isCharge: readIndicator(element),
  amount: requiredAmount(element, 'cbc:Amount'),
  base: amountAt(element, 'cbc:BaseAmount'),
  percent: numberAt(element, 'cbc:MultiplierFactorNumeric'),
  reasonCode: textAt(element, 'cbc:AllowanceChargeReasonCode'),
  reason: textAt(element, 'cbc:AllowanceChargeReason'),
});

/** Whether it is a charge. @throws {XmlError} if the indicator is missing or not a boolean */
function readIndicator(element: XmlElement): boolean {
  const text = requiredText(element, 'cbc:ChargeIndicator');
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  throw new XmlError(`<cbc:ChargeIndicator> holds "${text.slice(0, 40)}"; it must be true or false.`);
}

/** A VAT category with its rate; category O has none. */
export function readCategory(element: XmlElement | undefined): { category: string; rate: string } {
  return { category: codeAt(element, 'cbc:ID') ?? '', rate: numberAt(element, 'cbc:Percent') ?? '0' };
}

/** BG-23 */
export const readVatGroups = (taxTotal: XmlElement | undefined): ReadVatGroup[] =>
  all(taxTotal, 'cac:TaxSubtotal').map(subtotal => {
    const category = at(subtotal, 'cac:TaxCategory');
    return {
      ...readCategory(category),
      taxable: requiredAmount(subtotal, 'cbc:TaxableAmount'),
      vat: requiredAmount(subtotal, 'cbc:TaxAmount'),
      exemptionCode: textAt(category, 'cbc:TaxExemptionReasonCode'),
      exemptionReason: textAt(category, 'cbc:TaxExemptionReason'),
    };
  });

/** The two possible TaxTotal elements: that of the document's currency, with the breakdown, and that of the tax currency. */
export function taxTotalsOf(
  root: XmlElement,
  currency: string,
  taxCurrency: string | null,
): { own: XmlElement | undefined; inTaxCurrency: XmlElement | undefined } {
  const totals = all(root, 'cac:TaxTotal');
  const inCurrency = totals.filter(total => currencyOf(total) === currency);
  const own = inCurrency.find(total => at(total, 'cac:TaxSubtotal')) ?? inCurrency[0] ?? totals[0];
  const inTaxCurrency = totals.find(total => total !== own && currencyOf(total) === taxCurrency);
  return { own, inTaxCurrency };
}

function currencyOf(taxTotal: XmlElement): string | undefined {
  const amount = at(taxTotal, 'cbc:TaxAmount');
  return amount && attributeOf(amount, 'currencyID')?.trim();
}

/** BG-22, BT-110 and BT-111. @throws {XmlError} if a mandatory total is missing */
export function readTotals(root: XmlElement, taxes: ReturnType<typeof taxTotalsOf>): ReadTotals {
  const total = at(root, 'cac:LegalMonetaryTotal');
  if (!total) throw new XmlError(`<${root.qname}> lacks cac:LegalMonetaryTotal.`);
  return {
    lines: requiredAmount(total, 'cbc:LineExtensionAmount'),
    allowances: amountAt(total, 'cbc:AllowanceTotalAmount') ?? '0.00',
    charges: amountAt(total, 'cbc:ChargeTotalAmount') ?? '0.00',
    taxExclusive: requiredAmount(total, 'cbc:TaxExclusiveAmount'),
    vat: amountAt(taxes.own, 'cbc:TaxAmount') ?? '0.00',
    vatInTaxCurrency: amountAt(taxes.inTaxCurrency, 'cbc:TaxAmount'),
    taxInclusive: requiredAmount(total, 'cbc:TaxInclusiveAmount'),
    prepaid: amountAt(total, 'cbc:PrepaidAmount') ?? '0.00',
    rounding: amountAt(total, 'cbc:PayableRoundingAmount') ?? '0.00',
    payable: requiredAmount(total, 'cbc:PayableAmount'),
  };
}
