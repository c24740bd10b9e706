import { attributeOf, textOf, type XmlElement } from '../xml/node.ts';
import type { Facts } from './facts.ts';
import { at, has, isCharge, isVat } from './values.ts';
import type { Context } from './types.ts';

/**
 * What the rules judge. The official set groups its contexts into four patterns; in each pattern an element belongs to the
 * first context that takes it and to no other, so their order below is part of the rules.
 */

type Takes = NonNullable<Context['takes']>;

const context = (elements: string | string[] | Context['elements'], takes?: Takes): Context => ({
  elements: typeof elements === 'string' ? [elements] : elements,
  ...(takes ? { takes } : {}),
});

/** Any element with the attribute. */
const withAttribute = (attribute: string): Context => ({
  elements: () => true,
  attribute,
  takes: each => attributeOf(each, attribute) !== undefined,
});

/** Inside these parents, from the nearest outwards. */
function inside(element: XmlElement, ...parents: string[]): boolean {
  let parent = element.parent;
  for (const name of parents) {
    if (parent?.name !== name) return false;
    parent = parent.parent;
  }
  return true;
}

const isRoot = (element: XmlElement | null): boolean => element !== null && element.parent === null;
const ofDocument = (element: XmlElement, ...roots: string[]): boolean =>
  isRoot(element.parent) && roots.includes(element.parent!.name);
const ofLine = (element: XmlElement): boolean => ['cac:InvoiceLine', 'cac:CreditNoteLine'].includes(element.parent?.name ?? '');
const ofLineItem = (element: XmlElement): boolean => element.parent?.name === 'cac:Item' && ofLine(element.parent);

const DOCUMENTS = ['ubl:Invoice', 'cn:CreditNote'];
const LINES = ['cac:InvoiceLine', 'cac:CreditNoteLine'];
/** The namespace of invoices has no credit note, so what names it so judges invoices only. */
const INVOICES_ONLY = ['ubl:Invoice', 'ubl:CreditNote'];

// The model of EN 16931.
export const DOCUMENT = context(DOCUMENTS, isRoot);
export const SUPPORTING_DOCUMENT = context('cac:AdditionalDocumentReference');
export const AMOUNT_DUE = context(
  'cbc:PayableAmount',
  each => inside(each, 'cac:LegalMonetaryTotal', 'ubl:Invoice') && isRoot(each.parent!.parent),
);
export const BUYER_ENDPOINT = context('cbc:EndpointID', each => inside(each, 'cac:Party', 'cac:AccountingCustomerParty'));
export const BUYER_ADDRESS = context('cac:PostalAddress', each => inside(each, 'cac:Party', 'cac:AccountingCustomerParty'));
export const CARD = context('cac:CardAccount', each => inside(each, 'cac:PaymentMeans'));
/** Only in the current EN 16931. */
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

const MODEL: readonly Context[] = [
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

// The binding to UBL.
export const UBL_SELLER = context('cac:Party', each => inside(each, 'cac:AccountingSupplierParty'));
export const UBL_DOCUMENT_REFERENCE = context('cac:AdditionalDocumentReference');
/** Amounts but unit prices, and but those beside a price allowance. */
export const UBL_AMOUNT = context(name => name.endsWith('Amount') && !name.endsWith('PriceAmount'), isLimitedAmount);
export const UBL_ATTACHMENT = context(name => name.endsWith('BinaryObject'));
export const UBL_DELIVERY = context('cac:Delivery');
export const UBL_ALLOWANCE = context('cac:AllowanceCharge', each => isCharge(each, false));
export const UBL_CHARGE = context('cac:AllowanceCharge', each => isCharge(each, true));
export const UBL_DOCUMENT = context(DOCUMENTS, isRoot);
export const UBL_LINE = context(LINES);
export const UBL_PAYEE = context('cac:PayeeParty');
export const UBL_PAYMENT_MEANS = context('cac:PaymentMeans');
export const UBL_PRECEDING_INVOICE = context('cac:BillingReference');
export const UBL_TAX_REPRESENTATIVE = context('cac:TaxRepresentativeParty');
export const UBL_TAX_SUBTOTAL = context('cac:TaxSubtotal');

function isLimitedAmount(element: XmlElement): boolean {
  for (let each = element.parent; each; each = each.parent)
    if (each.name === 'cac:Price' && has(each, 'cac:AllowanceCharge')) return false;
  return true;
}

/** Only in the current EN 16931. */
export const UBL_ADDRESS = context(['cac:PostalAddress', 'cac:Address']);
export const UBL_PARTY_TAX_SCHEME = context('cac:PartyTaxScheme');

const SYNTAX: readonly Context[] = [
  UBL_ADDRESS,
  UBL_PARTY_TAX_SCHEME,
  UBL_SELLER,
  UBL_DOCUMENT_REFERENCE,
  UBL_AMOUNT,
  UBL_ATTACHMENT,
  UBL_DELIVERY,
  UBL_ALLOWANCE,
  UBL_CHARGE,
  UBL_DOCUMENT,
  UBL_LINE,
  UBL_PAYEE,
  UBL_PAYMENT_MEANS,
  UBL_PRECEDING_INVOICE,
  UBL_TAX_REPRESENTATIVE,
  UBL_TAX_SUBTOTAL,
];

// Code lists: no element has two of these.
const isObjectReference = (each: XmlElement): boolean => at(each, 'cbc:DocumentTypeCode').some(code => textOf(code) === '130');
export const CODE = {
  documentType: context(['cbc:InvoiceTypeCode', 'cbc:CreditNoteTypeCode']),
  currencyAttribute: withAttribute('currencyID'),
  documentCurrency: context('cbc:DocumentCurrencyCode'),
  taxCurrency: context('cbc:TaxCurrencyCode'),
  taxPoint: context('cbc:DescriptionCode', each => inside(each, 'cac:InvoicePeriod')),
  objectScheme: context(
    'cbc:ID',
    each =>
      ['cac:AdditionalDocumentReference', 'cac:DocumentReference'].includes(each.parent?.name ?? '') &&
      isObjectReference(each.parent!),
  ),
  partyScheme: context('cbc:ID', each => inside(each, 'cac:PartyIdentification')),
  legalScheme: context('cbc:CompanyID', each => inside(each, 'cac:PartyLegalEntity')),
  itemClassification: context('cbc:ItemClassificationCode', each => inside(each, 'cac:CommodityClassification')),
  country: context('cbc:IdentificationCode', each => inside(each, 'cac:Country')),
  originCountry: context('cbc:IdentificationCode', each => inside(each, 'cac:OriginCountry')),
  paymentMeans: context('cbc:PaymentMeansCode', each => inside(each, 'cac:PaymentMeans')),
  vatCategory: context('cbc:ID', each => inside(each, 'cac:TaxCategory')),
  lineVatCategory: context('cbc:ID', each => inside(each, 'cac:ClassifiedTaxCategory')),
  allowanceReason: context(
    'cbc:AllowanceChargeReasonCode',
    each => inside(each, 'cac:AllowanceCharge') && isCharge(each.parent!, false),
  ),
  chargeReason: context(
    'cbc:AllowanceChargeReasonCode',
    each => inside(each, 'cac:AllowanceCharge') && isCharge(each.parent!, true),
  ),
  itemScheme: context('cbc:ID', each => inside(each, 'cac:StandardItemIdentification')),
  exemptionReason: context('cbc:TaxExemptionReasonCode'),
  unitAttribute: withAttribute('unitCode'),
  mime: context('cbc:EmbeddedDocumentBinaryObject', each => attributeOf(each, 'mimeCode') !== undefined),
  endpointScheme: context('cbc:EndpointID'),
  locationScheme: context('cbc:ID', each => inside(each, 'cac:DeliveryLocation')),
} as const;

// CIUS-RO, in one pattern: what an earlier context takes is lost to the later ones, whose rules then never fire.
const date = (name: string): Context => context(name);
export const RO = {
  issueDate: date('cbc:IssueDate'),
  taxPointDate: date('cbc:TaxPointDate'),
  dueDate: date('cbc:DueDate'),
  paymentDueDate: date('cbc:PaymentDueDate'),
  deliveryDate: date('cbc:ActualDeliveryDate'),
  startDate: date('cbc:StartDate'),
  endDate: date('cbc:EndDate'),
  price: context('cbc:PriceAmount'),
  invoiceType: context('cbc:InvoiceTypeCode'),
  creditNoteType: context('cbc:CreditNoteTypeCode'),
  document: context(DOCUMENTS, isRoot),
  representativeAddress: context(
    'cac:PostalAddress',
    each => inside(each, 'cac:TaxRepresentativeParty') && ofDocument(each.parent!, ...INVOICES_ONLY),
  ),
  paymentMeans: context('cac:PaymentMeans'),
  deliveryAddress: context(
    'cac:Address',
    each => inside(each, 'cac:DeliveryLocation', 'cac:Delivery') && ofDocument(each.parent!.parent!, ...INVOICES_ONLY),
  ),
  taxPoint: context('cbc:DescriptionCode', each => inside(each, 'cac:InvoicePeriod')),
  line: context(LINES),
  itemAttribute: context('cac:AdditionalItemProperty', each => inside(each, 'cac:Item')),
  documentAllowance: context('cac:AllowanceCharge', each => ofDocument(each, ...INVOICES_ONLY) && isCharge(each, false)),
  documentCharge: context('cac:AllowanceCharge', each => ofDocument(each, ...INVOICES_ONLY) && isCharge(each, true)),
  totals: context('cac:LegalMonetaryTotal'),
  documentAgain: context(['ubl:Invoice', 'cac:CreditNote'], each => each.name === 'cac:CreditNote' || isRoot(each)),
  taxSubtotal: context('cac:TaxSubtotal', each => inside(each, 'cac:TaxTotal')),
  lineAgain: context(LINES),
  lineAllowance: context('cac:AllowanceCharge', each => ofLine(each) && isCharge(each, false)),
  lineCharge: context('cac:AllowanceCharge', each => ofLine(each) && isCharge(each, true)),
  note: context('cbc:Note'),
  documentReference: context('cac:AdditionalDocumentReference'),
  precedingInvoice: context('cac:BillingReference'),
  taxSubtotalAgain: context(
    'cac:TaxSubtotal',
    each => inside(each, 'cac:TaxTotal') && ofDocument(each.parent!, ...INVOICES_ONLY),
  ),
} as const;

/** In the current EN 16931 currencies and units are judged on these elements only. */
export const CURRENT_CODE = {
  amount: context(
    'Amount BaseAmount PriceAmount TaxAmount TaxableAmount LineExtensionAmount TaxExclusiveAmount TaxInclusiveAmount AllowanceTotalAmount ChargeTotalAmount PrepaidAmount PayableRoundingAmount PayableAmount'
      .split(' ')
      .map(name => `cbc:${name}`),
  ),
  quantity: context(['cbc:InvoicedQuantity', 'cbc:BaseQuantity', 'cbc:CreditedQuantity']),
} as const;

/** The patterns of the authority's set, each with its contexts in order. */
export const PATTERNS: readonly (readonly Context[])[] = [MODEL, SYNTAX, Object.values(RO)];

/**
 * Contexts of the code lists. Two are about attributes, so an element can be judged as itself and for its attributes: each
 * is a pattern of its own.
 */
export const CODE_PATTERNS: readonly (readonly Context[])[] = [
  [CODE.currencyAttribute],
  [CODE.unitAttribute],
  Object.values(CURRENT_CODE),
  Object.values(CODE).filter(each => each !== CODE.currencyAttribute && each !== CODE.unitAttribute),
];
