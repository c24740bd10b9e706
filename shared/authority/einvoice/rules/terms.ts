import { attributeOf, textOf, type XmlElement } from '../xml/node.ts';
import type { Rule } from './types.ts';
import { at, isCharge, Undecidable } from './values.ts';

/**
 * The business terms of EN 16931 that UBL elements represent (CEN/TS 16931-3-2), so that a finding names the term of the element
 * that it points to: one rule may check both the seller's and the buyer's country.
 */

/** Under each path, element names with the numbers of their terms; `Line` stands for the lines of invoices and credit notes. */
type Terms = Readonly<Record<string, string>>;

const address = (terms: string): string => {
  const [street, second, third, city, zone, subdivision, country] = terms.split(' ');
  return (
    `StreetName ${street} AdditionalStreetName ${second} AddressLine/Line ${third} CityName ${city} PostalZone ${zone} ` +
    `CountrySubentity ${subdivision} Country/IdentificationCode ${country}`
  );
};

const PLACES: Terms = {
  '': `
    ID 1 IssueDate 2 InvoiceTypeCode 3 CreditNoteTypeCode 3 DocumentCurrencyCode 5 TaxCurrencyCode 6 TaxPointDate 7 DueDate 9
    BuyerReference 10 AccountingCost 19 Note 22 ProfileID 23 CustomizationID 24
  `,
  InvoicePeriod: 'StartDate 73 EndDate 74 DescriptionCode 8',
  OrderReference: 'ID 13 SalesOrderID 14',
  'BillingReference/InvoiceDocumentReference': 'ID 25 IssueDate 26',
  ProjectReference: 'ID 11',
  ContractDocumentReference: 'ID 12',
  ReceiptDocumentReference: 'ID 15',
  DespatchDocumentReference: 'ID 16',
  OriginatorDocumentReference: 'ID 17',
  AdditionalDocumentReference: `
    ID 122 DocumentDescription 123 Attachment/ExternalReference/URI 124 Attachment/EmbeddedDocumentBinaryObject 125
  `,
  'AccountingSupplierParty/Party': `
    EndpointID 34 PartyIdentification/ID 29 PartyName/Name 28 PartyTaxScheme 31 PartyTaxScheme/CompanyID 31
    PartyLegalEntity/RegistrationName 27 PartyLegalEntity/CompanyID 30 PartyLegalEntity/CompanyLegalForm 33
    Contact/Name 41 Contact/Telephone 42 Contact/ElectronicMail 43
  `,
  'AccountingSupplierParty/Party/PostalAddress': address('35 36 162 37 38 39 40'),
  'AccountingCustomerParty/Party': `
    EndpointID 49 PartyIdentification/ID 46 PartyName/Name 45 PartyTaxScheme 48 PartyTaxScheme/CompanyID 48
    PartyLegalEntity/RegistrationName 44 PartyLegalEntity/CompanyID 47
    Contact/Name 56 Contact/Telephone 57 Contact/ElectronicMail 58
  `,
  'AccountingCustomerParty/Party/PostalAddress': address('50 51 163 52 53 54 55'),
  PayeeParty: 'PartyName/Name 59 PartyIdentification/ID 60 PartyLegalEntity/CompanyID 61',
  TaxRepresentativeParty: 'PartyName/Name 62 PartyTaxScheme 63 PartyTaxScheme/CompanyID 63',
  'TaxRepresentativeParty/PostalAddress': address('64 65 164 66 67 68 69'),
  Delivery: 'DeliveryParty/PartyName/Name 70 DeliveryLocation/ID 71 ActualDeliveryDate 72',
  'Delivery/DeliveryLocation/Address': address('75 76 165 77 78 79 80'),
  PaymentMeans: `
    PaymentMeansCode 81 PaymentID 83 PaymentDueDate 9 CardAccount/PrimaryAccountNumberID 87 CardAccount/HolderName 88
    PayeeFinancialAccount/ID 84 PayeeFinancialAccount/Name 85 PayeeFinancialAccount/FinancialInstitutionBranch/ID 86
    PaymentMandate/ID 89 PaymentMandate/PayerFinancialAccount/ID 91
  `,
  PaymentTerms: 'Note 20',
  Allowance: `
    Amount 92 BaseAmount 93 MultiplierFactorNumeric 94 TaxCategory/ID 95 TaxCategory/Percent 96 AllowanceChargeReason 97
    AllowanceChargeReasonCode 98
  `,
  Charge: `
    Amount 99 BaseAmount 100 MultiplierFactorNumeric 101 TaxCategory/ID 102 TaxCategory/Percent 103 AllowanceChargeReason 104
    AllowanceChargeReasonCode 105
  `,
  TaxTotal: 'TaxAmount 110',
  'TaxTotal/TaxSubtotal': `
    TaxableAmount 116 TaxAmount 117 TaxCategory/ID 118 TaxCategory/Percent 119 TaxCategory/TaxExemptionReason 120
    TaxCategory/TaxExemptionReasonCode 121
  `,
  LegalMonetaryTotal: `
    LineExtensionAmount 106 AllowanceTotalAmount 107 ChargeTotalAmount 108 TaxExclusiveAmount 109 TaxInclusiveAmount 112
    PrepaidAmount 113 PayableRoundingAmount 114 PayableAmount 115
  `,
  Line: `
    ID 126 Note 127 DocumentReference/ID 128 InvoicedQuantity 129 CreditedQuantity 129 LineExtensionAmount 131
    OrderLineReference/LineID 132 AccountingCost 133 InvoicePeriod/StartDate 134 InvoicePeriod/EndDate 135
  `,
  'Line/Allowance':
    'Amount 136 BaseAmount 137 MultiplierFactorNumeric 138 AllowanceChargeReason 139 AllowanceChargeReasonCode 140',
  'Line/Charge': 'Amount 141 BaseAmount 142 MultiplierFactorNumeric 143 AllowanceChargeReason 144 AllowanceChargeReasonCode 145',
  'Line/Price': 'PriceAmount 146 Allowance/Amount 147 Allowance/BaseAmount 148 Charge/BaseAmount 148 BaseQuantity 149',
  'Line/Item': `
    Name 153 Description 154 SellersItemIdentification/ID 155 BuyersItemIdentification/ID 156
    StandardItemIdentification/ID 157 CommodityClassification/ItemClassificationCode 158 OriginCountry/IdentificationCode 159
    ClassifiedTaxCategory/ID 151 ClassifiedTaxCategory/Percent 152 AdditionalItemProperty/Name 160
    AdditionalItemProperty/Value 161
  `,
};

const TERMS: ReadonlyMap<string, string> = new Map(
  Object.entries(PLACES).flatMap(([place, names]) => {
    const words = names.trim().split(/\s+/);
    return words.flatMap((name, index): [string, string][] =>
      index % 2 === 0 ? [[place === '' ? name : `${place}/${name}`, `BT-${words[index + 1]}`]] : [],
    );
  }),
);

/** The document type (UNTDID 1001) by which an additional document reference is the invoiced object (BT-18). */
const INVOICED_OBJECT = '130';

/** The business term that an element represents; null for groups, for the root, and for elements that EN 16931 does not use. */
export function termAt(element: XmlElement): string | null {
  const term = TERMS.get(placeOf(element)) ?? null;
  if (term === 'BT-122' && at(element.parent!, 'cbc:DocumentTypeCode').some(code => textOf(code) === INVOICED_OBJECT))
    return 'BT-18';
  if (term === 'BT-110' && isAccountingCurrency(element)) return 'BT-111';
  return term;
}

/** Terms that UBL writes as attributes: the term of a rule on an attribute is more precise than that of its element. */
const IN_ATTRIBUTE = /^BT-(\d+-\d+|82|130)$/;

/**
 * The business term of a finding: the term of the element that it points to, or the term of the rule where that is an attribute
 * or where the element has no term.
 */
export function termOf({ businessTerm }: Pick<Rule, 'businessTerm'>, element: XmlElement): string | null {
  return businessTerm !== null && IN_ATTRIBUTE.test(businessTerm) ? businessTerm : (termAt(element) ?? businessTerm);
}

function placeOf(element: XmlElement): string {
  const names: string[] = [];
  for (let each = element; each.parent; each = each.parent) names.unshift(nameOf(each));
  return names.join('/');
}

function nameOf(element: XmlElement): string {
  const local = element.name.replace(/^\w+:/, '');
  if (local === 'InvoiceLine' || local === 'CreditNoteLine') return 'Line';
  if (local === 'AllowanceCharge') return isChargeOrUnknown(element) ? 'Charge' : 'Allowance';
  return local;
}

function isChargeOrUnknown(element: XmlElement): boolean {
  try {
    return isCharge(element, true);
  } catch (error) {
    if (error instanceof Undecidable) return false;
    throw error;
  }
}

function isAccountingCurrency(amount: XmlElement): boolean {
  const root = amount.parent!.parent!;
  const currency = attributeOf(amount, 'currencyID');
  const is = (name: string): boolean => at(root, name).some(each => textOf(each) === currency);
  return is('cbc:TaxCurrencyCode') && !is('cbc:DocumentCurrencyCode');
}
