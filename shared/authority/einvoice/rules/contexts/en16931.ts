import { textOf, type XmlElement } from '../../xml/node.ts';
import { context, DOCUMENTS, inside, isRoot, LINES, ofDocument, ofLine, ofLineItem } from './context.ts';
import type { Facts } from '../facts.ts';
import { at, isCharge, isVat } from '../values.ts';
import type { Context } from '../types.ts';

/** Contexts of the rules on the semantic model of EN 16931; `MODEL` has the order of the official pattern. */

export const DOCUMENT = context(DOCUMENTS, isRoot);
export const SUPPORTING_DOCUMENT = context('cac:AdditionalDocumentReference');
export const AMOUNT_DUE = context(
  'cbc:PayableAmount',
  each => inside(each, 'cac:LegalMonetaryTotal', 'ubl:Invoice') && isRoot(each.parent!.parent),
);
export const BUYER_ENDPOINT = context('cbc:EndpointID', each => inside(each, 'cac:Party', 'cac:AccountingCustomerParty'));
export const BUYER_ADDRESS = context('cac:PostalAddress', each => inside(each, 'cac:Party', 'cac:AccountingCustomerParty'));
export const CARD = context('cac:CardAccount', each => inside(each, 'cac:PaymentMeans'));
/** Only in EN 16931 1.3.16. */
export const CARD_NUMBER = context('cbc:PrimaryAccountNumberID', each => inside(each, 'cac:CardAccount', 'cac:PaymentMeans'));
export const DELIVERY_ADDRESS = context('cac:Address', each => inside(each, 'cac:DeliveryLocation', 'cac:Delivery'));
export const DOCUMENT_ALLOWANCE = context('cac:AllowanceCharge', each => ofDocument(each, ...DOCUMENTS) && isCharge(each, false));
export const DOCUMENT_CHARGE = context('cac:AllowanceCharge', each => ofDocument(each, ...DOCUMENTS) && isCharge(each, true));
export const TOTALS = context('cac:LegalMonetaryTotal');
export const LINE = context(LINES);
export const LINE_ALLOWANCE = context('cac:AllowanceCharge', each => ofLine(each) && isCharge(each, false));
export const LINE_CHARGE = context('cac:AllowanceCharge', each => ofLine(each) && isCharge(each, true));
export const LINE_PERIOD = context('cac:InvoicePeriod', ofLine);
export const PERIOD = context('cac:InvoicePeriod');
export const ITEM_ATTRIBUTE = context('cac:AdditionalItemProperty');
export const ITEM_CLASSIFICATION = context(
  'cbc:ItemClassificationCode',
  each => inside(each, 'cac:CommodityClassification', 'cac:Item') && ofLine(each.parent!.parent!),
);
export const ITEM_STANDARD_ID = context(
  'cbc:ID',
  each => inside(each, 'cac:StandardItemIdentification', 'cac:Item') && ofLine(each.parent!.parent!),
);
export const DOCUMENT_NOTE = context('cbc:Note', each => ofDocument(each, ...DOCUMENTS));
export const PAYEE = context('cac:PayeeParty');
export const CREDIT_TRANSFER = context(
  'cac:PayeeFinancialAccount',
  each =>
    inside(each, 'cac:PaymentMeans') &&
    at(each.parent!, 'cbc:PaymentMeansCode').some(code => ['30', '58'].includes(textOf(code))),
);
export const PAYMENT_MEANS = context('cac:PaymentMeans');
export const PRECEDING_INVOICE = context('cac:BillingReference');
export const SELLER = context('cac:AccountingSupplierParty');
export const SELLER_ENDPOINT = context('cbc:EndpointID', each => inside(each, 'cac:Party', 'cac:AccountingSupplierParty'));
export const SELLER_ADDRESS = context('cac:PostalAddress', each => inside(each, 'cac:Party', 'cac:AccountingSupplierParty'));
export const TAX_REPRESENTATIVE = context('cac:TaxRepresentativeParty');
export const TAX_REPRESENTATIVE_ADDRESS = context('cac:PostalAddress', each => inside(each, 'cac:TaxRepresentativeParty'));
export const TAX_TOTAL = context('cac:TaxTotal', each => ofDocument(each, ...DOCUMENTS));
export const VAT_BREAKDOWN = context('cac:TaxSubtotal', each => inside(each, 'cac:TaxTotal'));
export const VAT_IDENTIFIER = context('cac:PartyTaxScheme', isVat);

/** The contexts of one VAT category: its breakdown entry, its allowances, its charges, its lines. */
export interface CategoryContexts {
  breakdown: Context;
  allowance: Context;
  charge: Context;
  line: Context;
}
const ofCategory = (each: XmlElement, code: string, facts: Facts): boolean => {
  const category = facts.category(each);
  return category.code === code && category.vat;
};
const categoryContexts = (code: string): CategoryContexts => ({
  breakdown: context(
    'cac:TaxCategory',
    (each, facts) =>
      inside(each, 'cac:TaxSubtotal', 'cac:TaxTotal') && isRoot(each.parent!.parent!.parent) && ofCategory(each, code, facts),
  ),
  allowance: context(
    'cac:TaxCategory',
    (each, facts) => inside(each, 'cac:AllowanceCharge') && isCharge(each.parent!, false) && ofCategory(each, code, facts),
  ),
  charge: context(
    'cac:TaxCategory',
    (each, facts) => inside(each, 'cac:AllowanceCharge') && isCharge(each.parent!, true) && ofCategory(each, code, facts),
  ),
  line: context('cac:ClassifiedTaxCategory', (each, facts) => ofLineItem(each) && ofCategory(each, code, facts)),
});
export const CATEGORY = {
  AE: categoryContexts('AE'),
  E: categoryContexts('E'),
  G: categoryContexts('G'),
  K: categoryContexts('K'),
  L: categoryContexts('L'),
  M: categoryContexts('M'),
  O: categoryContexts('O'),
  S: categoryContexts('S'),
  Z: categoryContexts('Z'),
} as const;

export const MODEL: readonly Context[] = [
  SUPPORTING_DOCUMENT,
  AMOUNT_DUE,
  BUYER_ENDPOINT,
  BUYER_ADDRESS,
  CARD,
  CARD_NUMBER,
  DELIVERY_ADDRESS,
  DOCUMENT_ALLOWANCE,
  DOCUMENT_CHARGE,
  TOTALS,
  DOCUMENT,
  LINE,
  LINE_ALLOWANCE,
  LINE_CHARGE,
  LINE_PERIOD,
  PERIOD,
  ITEM_ATTRIBUTE,
  ITEM_CLASSIFICATION,
  ITEM_STANDARD_ID,
  DOCUMENT_NOTE,
  PAYEE,
  CREDIT_TRANSFER,
  PAYMENT_MEANS,
  PRECEDING_INVOICE,
  SELLER,
  SELLER_ENDPOINT,
  SELLER_ADDRESS,
  TAX_REPRESENTATIVE,
  TAX_REPRESENTATIVE_ADDRESS,
  TAX_TOTAL,
  VAT_BREAKDOWN,
  VAT_IDENTIFIER,
  ...Object.values(CATEGORY).flatMap(each => Object.values(each) as Context[]),
];
