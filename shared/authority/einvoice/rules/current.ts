import { attributeOf, textOf, type XmlElement } from '../xml/node.ts';
import { codeListRules, currencyRule, unitRule } from './en16931/br-cl.ts';
import { BR_ISLANDS_CURRENT } from './en16931/br-vat.ts';
import { CURRENT_LISTS } from './code-lists-current.ts';
import { CURRENT_CODE } from './contexts/codes.ts';
import * as ubl from './contexts/ubl.ts';
import * as context from './contexts/en16931.ts';
import { carriers } from './facts.ts';
import { asWarnings, rules, type Rule } from './types.ts';
import { anywhere, UNUSED, unusedAttribute, unusedRules } from './ubl-syntax/ubl-cr.ts';
import type { Unused } from './ubl-syntax/unused-document.ts';
import { at, doubleOf, has, isAtMost, isVat, normalized, normalizedAt } from './values.ts';

/** The rules of EN 16931 1.3.16 that differ from the older EN 16931 on which the authority's set (CIUS-RO 1.0.9) is based. */

/** The rules of EN 16931 1.3.16: `base` without the withdrawn UBL-CR-631, with changed rules replaced and new ones added. */
export function currentRules(base: readonly Rule[]): Rule[] {
  const replaced = new Map(OTHERWISE.map(rule => [rule.id, rule]));
  const kept = base.filter(({ id }) => id !== 'UBL-CR-631').map(rule => replaced.get(rule.id) ?? rule);
  const known = new Set(base.map(({ id }) => id));
  return [...kept, ...OTHERWISE.filter(({ id }) => !known.has(id))];
}

/**
 * Whether the element at the path is there and not blank; undecidable when it is repeated. The base rules only refuse an empty
 * text, so their messages fit here as well.
 */
const given = (...path: string[]): Rule['holds'] => {
  return each => normalizedAt(each, ...path) !== '';
};

/** Names of UBL elements as the older set misspells them, and as they are. */
const NAMES_CORRECTED: readonly (readonly [string, string])[] = [
  ['JurisdiccionRegionAddress', 'JurisdictionRegionAddress'],
  ['BarecodeSymbologyID', 'BarcodeSymbologyID'],
];
const corrected = (names: string): string =>
  NAMES_CORRECTED.reduce((all, [before, after]) => all.replaceAll(before, after), names);
const CURRENT_UNUSED: readonly Unused[] = UNUSED.map(table => ({
  ...table,
  ...(table.basic ? { basic: corrected(table.basic) } : {}),
  ...(table.aggregate ? { aggregate: corrected(table.aggregate) } : {}),
}));

const CATEGORY_PATHS = [
  ['cac:TaxTotal', 'cac:TaxSubtotal', 'cac:TaxCategory', 'cbc:ID'],
  ['cac:AllowanceCharge', 'cac:TaxCategory', 'cbc:ID'],
];

const SELLER = ['cac:AccountingSupplierParty', 'cac:Party'];
const BUYER = ['cac:AccountingCustomerParty', 'cac:Party'];

const OTHERWISE: readonly Rule[] = [
  ...rules(context.DOCUMENT, [
    ['BR-01', 'BT-24', 'Name the specification the document follows (CustomizationID).', given('cbc:CustomizationID')],
    ['BR-02', 'BT-1', 'Give the document a number.', given('cbc:ID')],
    ['BR-03', 'BT-2', 'Give the date of issue.', given('cbc:IssueDate')],
    [
      'BR-04',
      'BT-3',
      'Give the type of the document (InvoiceTypeCode or CreditNoteTypeCode).',
      each => normalizedAt(each, 'cbc:InvoiceTypeCode') !== '' || normalizedAt(each, 'cbc:CreditNoteTypeCode') !== '',
    ],
    ['BR-05', 'BT-5', 'Give the currency of the document.', given('cbc:DocumentCurrencyCode')],
    ['BR-06', 'BT-27', "Give the seller's registered name.", given(...SELLER, 'cac:PartyLegalEntity', 'cbc:RegistrationName')],
    ['BR-07', 'BT-44', "Give the buyer's name.", given(...BUYER, 'cac:PartyLegalEntity', 'cbc:RegistrationName')],
    [
      'BR-B-02',
      'BT-151',
      'VAT category B (split payment) cannot be combined with category S; choose one of them.',
      (each, facts) => {
        const uses = (code: string): boolean =>
          CATEGORY_PATHS.some(path => at(each, ...path).some(id => textOf(id) === code)) ||
          facts.lineCategories().some(category => category.codes.includes(code));
        return !uses('B') || !uses('S');
      },
    ],
  ]),
  ...rules(context.SUPPORTING_DOCUMENT, [['BR-52', 'BT-122', 'Give the supporting document a reference.', given('cbc:ID')]]),
  ...rules(context.BUYER_ADDRESS, [
    ['BR-11', 'BT-55', "Give the country of the buyer's address.", given('cac:Country', 'cbc:IdentificationCode')],
  ]),
  ...asWarnings(
    rules(context.CARD_NUMBER, [
      [
        'BR-51',
        'BT-87',
        'Show at most the first six and the last four digits of the card number.',
        each => isAtMost(normalized(textOf(each)), 10),
      ],
    ]),
  ),
  ...rules(context.LINE, [
    ['BR-21', 'BT-126', 'Give the line an identifier.', given('cbc:ID')],
    ['BR-25', 'BT-153', 'Name the item of the line.', given('cac:Item', 'cbc:Name')],
    [
      'BR-27',
      'BT-146',
      'The price of the item may not be negative; make the quantity negative instead.',
      each => at(each, 'cac:Price', 'cbc:PriceAmount').some(price => doubleOf(price) >= 0),
    ],
  ]),
  ...rules(context.CREDIT_TRANSFER, [
    ['BR-50', 'BT-84', 'Give the account that the credit transfer must be paid into.', given('cbc:ID')],
  ]),
  ...rules(context.SELLER, [
    [
      'BR-CO-26',
      'BT-29',
      'Identify the seller by VAT identifier, legal registration or an identifier of another scheme than SEPA.',
      each =>
        at(each, 'cac:Party', 'cac:PartyTaxScheme').some(scheme => isVat(scheme) && has(scheme, 'cbc:CompanyID')) ||
        at(each, 'cac:Party', 'cac:PartyIdentification', 'cbc:ID').some(id => attributeOf(id, 'schemeID') !== 'SEPA') ||
        has(each, 'cac:Party', 'cac:PartyLegalEntity', 'cbc:CompanyID'),
    ],
  ]),
  ...rules(context.SELLER_ADDRESS, [
    ['BR-09', 'BT-40', "Give the country of the seller's address.", given('cac:Country', 'cbc:IdentificationCode')],
  ]),
  ...rules(context.TAX_REPRESENTATIVE, [['BR-18', 'BT-62', 'Name the tax representative.', given('cac:PartyName', 'cbc:Name')]]),
  ...rules(context.TAX_REPRESENTATIVE_ADDRESS, [
    ['BR-20', 'BT-69', "Give the country of the tax representative's address.", given('cac:Country', 'cbc:IdentificationCode')],
  ]),
  ...BR_ISLANDS_CURRENT,
  ...codeListRules(CURRENT_LISTS),
  ...currencyRule(CURRENT_CODE.amount, CURRENT_LISTS),
  ...unitRule(CURRENT_CODE.quantity, CURRENT_LISTS),
  ...unusedRules(CURRENT_UNUSED).filter(({ id }) => id !== 'UBL-CR-631'),
  unusedAttribute(674, 'schemeID', 'PrimaryAccountNumberID', anywhere('cbc:PrimaryAccountNumberID')),
  ...rules(ubl.UBL_ADDRESS, [
    [
      'UBL-SR-51',
      null,
      'Give one third line of an address at most.',
      (each: XmlElement) => at(each, 'cac:AddressLine').length <= 1,
    ],
  ]),
  ...rules(ubl.UBL_PARTY_TAX_SCHEME, [
    [
      'UBL-SR-53',
      'BT-31',
      'Give the tax scheme its identifier and the party its number under it, or leave both out.',
      each => has(each, 'cac:TaxScheme', 'cbc:ID') && has(each, 'cbc:CompanyID'),
    ],
  ]),
  ...rules(ubl.UBL_DOCUMENT, [
    ['UBL-SR-54', 'BG-18', 'Name one payment card at most.', each => at(each, 'cac:PaymentMeans', 'cac:CardAccount').length <= 1],
    [
      'UBL-SR-55',
      'BG-19',
      'Name one direct debit mandate at most.',
      each => at(each, 'cac:PaymentMeans', 'cac:PaymentMandate').length <= 1,
    ],
    [
      'UBL-SR-56',
      'BT-17',
      'Give one tender or lot reference at most.',
      each => at(each, 'cac:OriginatorDocumentReference', 'cbc:ID').length <= 1,
    ],
  ]),
  ...rules(ubl.UBL_LINE, [
    ['UBL-SR-52', 'BT-128', 'Name one object of the line at most.', each => at(each, 'cac:DocumentReference').length <= 1],
  ]),
  ...rules(ubl.UBL_DOCUMENT_REFERENCE, [
    [
      'UBL-SR-43',
      'BT-122',
      'Leave out type and scheme of a supporting document, unless it is an invoiced object (130) or, on a credit note, a project (50).',
      (each, facts) => {
        const codes = at(each, 'cbc:DocumentTypeCode').map(textOf);
        if (codes.includes('130')) return true;
        if (facts.root.qname.replace(/^.*:/, '') === 'CreditNote' && codes.includes('50')) return true;
        return codes.length === 0 && carriers(at(each, 'cbc:ID'), 'schemeID').length === 0;
      },
    ],
  ]),
  ...rules(ubl.UBL_TAX_REPRESENTATIVE, [
    [
      'UBL-SR-22',
      'BT-62',
      'Name the tax representative once at most.',
      each => at(each, 'cac:PartyName', 'cbc:Name').length <= 1,
    ],
    [
      'UBL-SR-23',
      'BT-63',
      "Give the tax representative's VAT identifier once at most.",
      each => at(each, 'cac:PartyTaxScheme', 'cbc:CompanyID').length <= 1,
    ],
  ]),
];
