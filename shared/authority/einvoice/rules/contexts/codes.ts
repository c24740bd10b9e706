import { attributeOf, textOf, type XmlElement } from '../../xml/node.ts';
import { context, inside, withAttribute } from './context.ts';
import { at, isCharge } from '../values.ts';

/** Contexts of the rules on code lists. Of those that are not about an attribute, an element matches one at most. */

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

/** The only elements whose currencies and units EN 16931 1.3.16 checks. */
export const CURRENT_CODE = {
  amount: context(
    'Amount BaseAmount PriceAmount TaxAmount TaxableAmount LineExtensionAmount TaxExclusiveAmount TaxInclusiveAmount AllowanceTotalAmount ChargeTotalAmount PrepaidAmount PayableRoundingAmount PayableAmount'
      .split(' ')
      .map(name => `cbc:${name}`),
  ),
  quantity: context(['cbc:InvoicedQuantity', 'cbc:BaseQuantity', 'cbc:CreditedQuantity']),
} as const;
