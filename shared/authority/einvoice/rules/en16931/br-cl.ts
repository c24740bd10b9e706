import { attributeOf, textOf, type XmlElement } from '../../xml/node.ts';
import { AUTHORITY_LISTS, type CodeLists } from '../code-lists.ts';
import { CODE } from '../contexts/codes.ts';
import { DOCUMENT_NOTE } from '../contexts/en16931.ts';
import { rules, type Context, type Rule } from '../types.ts';
import { isAtMost, normalized } from '../values.ts';

/** BR-CL: values from closed code lists. */

type List = ReadonlySet<string>;
type Entry = readonly [number: string, businessTerm: string | null, of: Context, what: string, list: List];

/** The text of the element is one of the codes. */
const coded = ([number, businessTerm, of, what, list]: Entry): Rule[] =>
  rules(of, [
    [`BR-CL-${number}`, businessTerm, `Choose ${what} from the code list.`, each => list.has(normalized(textOf(each)))],
  ]);

/** The attribute, where there is one, is one of the codes. */
const codedAttribute = (attribute: string, [number, businessTerm, of, what, list]: Entry): Rule[] =>
  rules(of, [
    [
      `BR-CL-${number}`,
      businessTerm,
      `Choose ${what} (${attribute}) from the code list.`,
      each => {
        const value = attributeOf(each, attribute);
        return value === undefined || list.has(normalized(value));
      },
    ],
  ]);

const isDocumentType = (each: XmlElement, lists: CodeLists): boolean =>
  (each.name === 'cbc:InvoiceTypeCode' ? lists.invoiceDocumentTypes : lists.creditDocumentTypes).has(normalized(textOf(each)));

/** A note may begin with its subject as `#AAA#`; other uses of `#` are not checked. */
function hasKnownSubject(note: XmlElement, subjects: string): boolean {
  const [, subject, ...rest] = textOf(note).split('#', 3);
  if (subject === undefined || rest.length === 0) return true;
  return subject.length < 3 || !isAtMost(subject, 3) || [...subject].length < 3 || subjects.includes(subject);
}

/** Whether the scheme is one of ISO/IEC 6523, or `SEPA` (the creditor identifier BT-90) for the seller or the payee. */
function isPartyScheme(identifier: XmlElement, lists: CodeLists): boolean {
  const scheme = normalized(attributeOf(identifier, 'schemeID') ?? '');
  if (attributeOf(identifier, 'schemeID') === undefined || lists.identifierSchemes.has(scheme)) return true;
  if (scheme !== 'SEPA') return false;
  for (let each = identifier.parent; each; each = each.parent)
    if (each.name === 'cac:AccountingSupplierParty' || each.name === 'cac:PayeeParty') return true;
  return false;
}

/** The rules with the code lists of one rule set, without those on the currencies of amounts and on units (BR-CL-03, 23). */
export function codeListRules(lists: CodeLists): Rule[] {
  // One text, because the official rule accepts a subject that occurs anywhere in its list, blanks included.
  const subjects = ` ${[...lists.noteSubjects].join(' ')} `;
  return [
    ...rules(CODE.documentType, [
      ['BR-CL-01', 'BT-3', 'Choose a document type that fits an invoice or a credit note.', each => isDocumentType(each, lists)],
    ]),
    ...coded(['04', 'BT-5', CODE.documentCurrency, 'the currency of the document', lists.currencies]),
    ...coded(['05', 'BT-6', CODE.taxCurrency, 'the accounting currency', lists.currencies]),
    ...coded(['06', 'BT-8', CODE.taxPoint, 'the tax point (3, 35 or 432)', lists.taxPoints]),
    ...codedAttribute('schemeID', ['07', 'BT-18-1', CODE.objectScheme, 'the scheme of the invoiced object', lists.objectSchemes]),
    ...rules(DOCUMENT_NOTE, [
      [
        'BR-CL-08',
        'BT-21',
        'Begin the note with a known subject as #AAA#, or without "#".',
        each => hasKnownSubject(each, subjects),
      ],
    ]),
    ...rules(CODE.partyScheme, [
      [
        'BR-CL-10',
        null,
        "Choose the scheme of the party's identifier from the code list; SEPA is for seller and payee.",
        each => isPartyScheme(each, lists),
      ],
    ]),
    ...codedAttribute('schemeID', [
      '11',
      null,
      CODE.legalScheme,
      'the scheme of the legal registration',
      lists.identifierSchemes,
    ]),
    ...codedAttribute('listID', [
      '13',
      'BT-158-1',
      CODE.itemClassification,
      'the list of the item classification',
      lists.itemClassifications,
    ]),
    ...coded(['14', null, CODE.country, 'the country (ISO 3166-1)', lists.countries]),
    ...coded(['15', 'BT-159', CODE.originCountry, 'the country of origin (ISO 3166-1)', lists.countries]),
    ...coded(['16', 'BT-81', CODE.paymentMeans, 'the payment means', lists.paymentMeans]),
    ...coded(['17', 'BT-118', CODE.vatCategory, 'the VAT category', lists.vatCategories]),
    ...coded(['18', 'BT-151', CODE.lineVatCategory, 'the VAT category of the line', lists.vatCategories]),
    ...coded(['19', 'BT-98', CODE.allowanceReason, 'the reason of the allowance', lists.allowanceReasons]),
    ...coded(['20', 'BT-105', CODE.chargeReason, 'the reason of the charge', lists.chargeReasons]),
    ...codedAttribute('schemeID', [
      '21',
      'BT-157-1',
      CODE.itemScheme,
      'the scheme of the item identifier',
      lists.identifierSchemes,
    ]),
    ...rules(CODE.exemptionReason, [
      [
        'BR-CL-22',
        'BT-121',
        'Choose the reason of exemption from the VATEX list.',
        each => lists.exemptionReasons.has(normalized(textOf(each).toUpperCase())),
      ],
    ]),
    ...rules(CODE.mime, [
      [
        'BR-CL-24',
        'BT-125-1',
        'Attach a PDF, PNG, JPEG, CSV, XLSX or ODS file and name its media type.',
        each => lists.mediaTypes.has(attributeOf(each, 'mimeCode') ?? ''),
      ],
    ]),
    ...codedAttribute('schemeID', [
      '25',
      null,
      CODE.endpointScheme,
      'the scheme of the electronic address',
      lists.addressSchemes,
    ]),
    ...codedAttribute('schemeID', ['26', 'BT-71-1', CODE.locationScheme, 'the scheme of the location', lists.identifierSchemes]),
  ];
}

/** The rules of the authority's set, which checks currencies and units on every element that has the attribute. */
export const BR_CL: readonly Rule[] = [
  ...codeListRules(AUTHORITY_LISTS),
  ...currencyRule(CODE.currencyAttribute, AUTHORITY_LISTS),
  ...unitRule(CODE.unitAttribute, AUTHORITY_LISTS),
];

/** BR-CL-03 for the amounts of a context. */
export function currencyRule(of: Context, lists: CodeLists): Rule[] {
  return rules(of, [
    [
      'BR-CL-03',
      null,
      'Choose the currency of the amount (currencyID) from the code list.',
      each => lists.currencies.has(normalized(attributeOf(each, 'currencyID') ?? '')),
    ],
  ]);
}

/** BR-CL-23 for the quantities of a context. */
export function unitRule(of: Context, lists: CodeLists): Rule[] {
  return codedAttribute('unitCode', ['23', 'BT-130', of, 'the unit of measure', lists.units]);
}
