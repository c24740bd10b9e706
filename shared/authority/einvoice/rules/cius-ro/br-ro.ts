import { textOf, type XmlElement } from '../../xml/node.ts';
import { CREDIT_NOTE_TYPES, INVOICE_TYPES, TAX_POINT_CODES } from '#shared/model/codes/lists.ts';
import {
  decimalRules,
  DOCUMENT_ALLOWANCE_AMOUNTS,
  DOCUMENT_CHARGE_AMOUNTS,
  LINE_ALLOWANCE_AMOUNTS,
  LINE_AMOUNTS,
  LINE_CHARGE_AMOUNTS,
  TOTAL_AMOUNTS,
  vatTotalRules,
} from '../en16931/br-dec.ts';
import { RO } from '../contexts/ro.ts';
import { isPlainDate } from '../dates.ts';
import type { Facts } from '../facts.ts';
import { rules, type Context, type Rule } from '../types.ts';
import { at, doubleOf, has, normalized, normalizedAt, notBlank } from '../values.ts';

/** BR-RO: the Romanian specification of EN 16931 (CIUS-RO); the lengths of texts are in `br-ro-lengths.ts`. */

const CIUS_RO = 'urn:cen.eu:en16931:2017#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1';
const COUNTIES = new Set(
  'AB AG AR B BC BH BN BR BT BV BZ CJ CL CS CT CV DB DJ GJ GL GR HD HR IF IL IS MH MM MS NT OT PH SB SJ SM SV TL TM TR VL VN VS'
    .split(' ')
    .map(code => `RO-${code}`),
);
const SECTORS = new Set([1, 2, 3, 4, 5, 6].map(number => `SECTOR${number}`));
const TAXED = new Set(['S', 'Z', 'E', 'AE', 'K', 'G', 'L', 'M']);

const SELLER = ['cac:AccountingSupplierParty', 'cac:Party', 'cac:PostalAddress'] as const;
const BUYER = ['cac:AccountingCustomerParty', 'cac:Party', 'cac:PostalAddress'] as const;

const isRomanian = (element: XmlElement, ...address: string[]): boolean =>
  normalizedAt(element, ...address, 'cac:Country', 'cbc:IdentificationCode') === 'RO';
const countyOf = (element: XmlElement, ...address: string[]): string => normalizedAt(element, ...address, 'cbc:CountrySubentity');

/** In Bucharest the city must be one of the six sectors. */
const sectorIsNamed = (element: XmlElement, ...address: string[]): boolean =>
  !isRomanian(element, ...address) ||
  countyOf(element, ...address) !== 'RO-B' ||
  SECTORS.has(normalizedAt(element, ...address, 'cbc:CityName'));
const countyIsKnown = (element: XmlElement, ...address: string[]): boolean =>
  !isRomanian(element, ...address) || COUNTIES.has(countyOf(element, ...address));

const SECTOR_MESSAGE = 'write the city as SECTOR1 to SECTOR6, since the county is RO-B (Bucharest).';
const COUNTY_MESSAGE = 'write the county by its ISO 3166-2 code, RO-AB to RO-VS.';

/** Whether a VAT category other than O is used. Like the official rule it does not look at the lines of credit notes. */
const usesVat = (document: XmlElement, facts: Facts): boolean =>
  facts.once('uses VAT', () => {
    const category = ['cac:Item', 'cac:ClassifiedTaxCategory', 'cbc:ID'];
    if (at(document, 'cac:InvoiceLine', ...category).some(id => TAXED.has(textOf(id)))) return true;
    return at(document, 'cac:AllowanceCharge').some(allowance => {
      const indicators = at(allowance, 'cbc:ChargeIndicator').map(textOf);
      return at(allowance, 'cac:TaxCategory').some(each =>
        at(each, 'cbc:ID').some(
          id => TAXED.has(textOf(id)) && (indicators.includes('true') || (indicators.includes('false') && isUnderVat(each, id))),
        ),
      );
    });
  });

/** Whether VAT is the tax scheme of the category; like the official rule it only looks at what follows the id. */
function isUnderVat(category: XmlElement, id: XmlElement): boolean {
  return category.children
    .slice(category.children.indexOf(id) + 1)
    .some(each => each.name === 'cac:TaxScheme' && at(each, 'cbc:ID').some(scheme => textOf(scheme) === 'VAT'));
}

const DOCUMENT_RULES: readonly Rule[] = rules(RO.document, [
  [
    'BR-RO-001',
    'BT-24',
    `Write ${CIUS_RO} as CustomizationID.`,
    each => at(each, 'cbc:CustomizationID').some(id => textOf(id) === CIUS_RO),
  ],
  ['BR-RO-010', 'BT-1', 'The number of the document must contain a digit.', each => /[0-9]/.test(normalizedAt(each, 'cbc:ID'))],
  [
    'BR-RO-030',
    'BT-6',
    'A document in another currency than RON needs RON as its accounting currency (TaxCurrencyCode).',
    each => [normalizedAt(each, 'cbc:TaxCurrencyCode'), normalizedAt(each, 'cbc:DocumentCurrencyCode')].includes('RON'),
  ],
  [
    'BR-RO-065',
    'BT-31',
    "Give the seller's VAT or tax identifier, or that of the tax representative.",
    (each, facts) =>
      !usesVat(each, facts) ||
      has(each, 'cac:TaxRepresentativeParty', 'cac:PartyTaxScheme', 'cbc:CompanyID') ||
      notBlank(at(each, 'cac:AccountingSupplierParty', 'cac:Party', 'cac:PartyTaxScheme', 'cbc:CompanyID')),
  ],
  [
    'BR-RO-120',
    'BT-48',
    "Give the buyer's VAT identifier or legal registration (for a consumer the personal number, or 13 zeros).",
    (each, facts) =>
      !usesVat(each, facts) ||
      has(each, 'cac:AccountingCustomerParty', 'cac:Party', 'cac:PartyLegalEntity', 'cbc:CompanyID') ||
      notBlank(at(each, 'cac:AccountingCustomerParty', 'cac:Party', 'cac:PartyTaxScheme', 'cbc:CompanyID')),
  ],
  ['BR-RO-081', 'BT-35', "Give the street of the seller's address.", each => notBlank(at(each, ...SELLER, 'cbc:StreetName'))],
  ['BR-RO-082', 'BT-50', "Give the street of the buyer's address.", each => notBlank(at(each, ...BUYER, 'cbc:StreetName'))],
  ['BR-RO-091', 'BT-37', "Give the city of the seller's address.", each => notBlank(at(each, ...SELLER, 'cbc:CityName'))],
  ['BR-RO-092', 'BT-52', "Give the city of the buyer's address.", each => notBlank(at(each, ...BUYER, 'cbc:CityName'))],
  ['BR-RO-100', 'BT-37', `In the seller's address ${SECTOR_MESSAGE}`, each => sectorIsNamed(each, ...SELLER)],
  ['BR-RO-110', 'BT-39', `In the seller's address ${COUNTY_MESSAGE}`, each => countyIsKnown(each, ...SELLER)],
  ['BR-RO-101', 'BT-52', `In the buyer's address ${SECTOR_MESSAGE}`, each => sectorIsNamed(each, ...BUYER)],
  ['BR-RO-111', 'BT-54', `In the buyer's address ${COUNTY_MESSAGE}`, each => countyIsKnown(each, ...BUYER)],
  ['BR-RO-A020', 'BG-1', 'Write 20 notes at most.', each => at(each, 'cbc:Note').length <= 20],
]);

const ADDRESS_RULES: readonly Rule[] = [
  ...rules(RO.representativeAddress, [
    ['BR-RO-140', 'BT-64', "Give the street of the tax representative's address.", each => notBlank(at(each, 'cbc:StreetName'))],
    ['BR-RO-150', 'BT-66', "Give the city of the tax representative's address.", each => notBlank(at(each, 'cbc:CityName'))],
    ['BR-RO-160', 'BT-66', `In the tax representative's address ${SECTOR_MESSAGE}`, each => sectorIsNamed(each)],
    ['BR-RO-170', 'BT-68', `In the tax representative's address ${COUNTY_MESSAGE}`, each => countyIsKnown(each)],
  ]),
  ...rules(RO.deliveryAddress, [
    ['BR-RO-180', 'BT-75', 'Give the street of the delivery address.', each => notBlank(at(each, 'cbc:StreetName'))],
    ['BR-RO-201', 'BT-77', 'Give the city of the delivery address.', each => notBlank(at(each, 'cbc:CityName'))],
    ['BR-RO-202', 'BT-77', `In the delivery address ${SECTOR_MESSAGE}`, each => sectorIsNamed(each)],
    [
      'BR-RO-211',
      'BT-79',
      'Give the county or region of the delivery address.',
      each => notBlank(at(each, 'cbc:CountrySubentity')),
    ],
    ['BR-RO-212', 'BT-79', `In the delivery address ${COUNTY_MESSAGE}`, each => countyIsKnown(each)],
  ]),
];

const dateRule = (of: Context, id: string, businessTerm: string, what: string): Rule[] =>
  rules(of, [[`BR-RO-DT${id}`, businessTerm, `Write ${what} as YYYY-MM-DD, without a time zone.`, isPlainDate]]);

const DATE_RULES: readonly Rule[] = [
  ...dateRule(RO.issueDate, '001', 'BT-2', 'the date of issue'),
  ...dateRule(RO.taxPointDate, '002', 'BT-7', 'the tax point date'),
  ...dateRule(RO.dueDate, '003', 'BT-9', 'the due date'),
  ...dateRule(RO.paymentDueDate, '003_CN', 'BT-9', 'the due date of the credit note'),
  ...dateRule(RO.deliveryDate, '004', 'BT-72', 'the date of delivery'),
  ...dateRule(RO.startDate, '005', 'BT-73', 'the start of the period'),
  ...dateRule(RO.endDate, '006', 'BT-74', 'the end of the period'),
];

const CODE_RULES: readonly Rule[] = [
  ...rules(RO.price, [
    [
      'BR-27',
      'BT-146',
      'The price of the item may not be negative; make the quantity negative instead.',
      each => doubleOf(each) >= 0,
    ],
  ]),
  ...rules(RO.invoiceType, [
    [
      'BR-RO-020_1',
      'BT-3',
      'The type of an invoice must be 380, 384, 389 or 751.',
      each => INVOICE_TYPES.has(normalized(textOf(each))),
    ],
  ]),
  ...rules(RO.creditNoteType, [
    ['BR-RO-020_2', 'BT-3', 'The type of a credit note must be 381.', each => CREDIT_NOTE_TYPES.has(normalized(textOf(each)))],
  ]),
  ...rules(RO.taxPoint, [
    [
      'BR-RO-040',
      'BT-8',
      'The code of the tax point must be 3, 35 or 432.',
      each => TAX_POINT_CODES.has(normalized(textOf(each))),
    ],
  ]),
];

/** Limits of how often elements occur. BR-RO-A051 and A052 always hold: the official rules count each element by itself. */
const COUNT_RULES: readonly Rule[] = [
  ...rules(RO.documentReference, [['BR-RO-A051', 'BG-24', 'Add 50 supporting documents at most.', () => true]]),
  ...rules(RO.itemAttribute, [['BR-RO-A052', 'BG-32', 'Give an item 50 attributes at most.', () => true]]),
  ...rules(RO.precedingInvoice, [
    [
      'BR-RO-A500',
      'BG-3',
      'Name 500 preceding invoices at most.',
      each => at(each, 'cac:InvoiceDocumentReference').length <= 500,
    ],
  ]),
];

const DECIMAL_RULES: readonly Rule[] = [
  ...decimalRules(RO.documentAllowance, 'BR-DEC-RO', DOCUMENT_ALLOWANCE_AMOUNTS),
  ...decimalRules(RO.documentCharge, 'BR-DEC-RO', DOCUMENT_CHARGE_AMOUNTS),
  ...decimalRules(RO.totals, 'BR-DEC-RO', TOTAL_AMOUNTS),
  ...vatTotalRules(RO.documentAgain, 'BR-DEC-RO'),
  ...decimalRules(RO.taxSubtotal, 'BR-DEC-RO', [
    ['1009', 'BT-116', 'the taxable amount of the VAT category', 'cbc:TaxableAmount'],
    ['1010', 'BT-117', 'the VAT amount of the category', 'cbc:TaxAmount'],
  ]),
  ...decimalRules(RO.lineAgain, 'BR-DEC-RO', LINE_AMOUNTS),
  ...decimalRules(RO.lineAllowance, 'BR-DEC-RO', LINE_ALLOWANCE_AMOUNTS),
  ...decimalRules(RO.lineCharge, 'BR-DEC-RO', LINE_CHARGE_AMOUNTS),
];

export const BR_RO: readonly Rule[] = [
  ...DOCUMENT_RULES,
  ...ADDRESS_RULES,
  ...DATE_RULES,
  ...CODE_RULES,
  ...COUNT_RULES,
  ...DECIMAL_RULES,
];
