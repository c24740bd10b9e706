import { attributeOf, textOf, type XmlElement } from '../../xml/node.ts';
import { UBL_DOCUMENT } from '../contexts/ubl.ts';
import { carriers, type Facts } from '../facts.ts';
import { rules, type Rule } from '../types.ts';
import { UNUSED_IN_DOCUMENT, type Unused } from './unused-document.ts';
import { UNUSED_IN_LINES } from './unused-line.ts';
import { UNUSED_IN_PARTIES } from './unused-party.ts';
import { at, has } from '../values.ts';

/**
 * UBL-CR: elements and attributes of UBL that EN 16931 does not use. Each unused element gives a warning. One walk through the
 * document, along a tree of the unused paths, finds them all.
 */

/** The unused elements of the authority's set. */
export const UNUSED: readonly Unused[] = [...UNUSED_IN_DOCUMENT, ...UNUSED_IN_PARTIES, ...UNUSED_IN_LINES];

interface Branch {
  ids: string[];
  below: Map<string, Branch>;
}

const branch = (): Branch => ({ ids: [], below: new Map() });

/** A warning for each unused element of the tables. */
export function unusedRules(tables: readonly Unused[]): Rule[] {
  const tree = branch();
  const first = (facts: Facts): ReadonlyMap<string, XmlElement> => facts.once('unused', () => firstUnused(facts, tree));
  return tables.flatMap(unused =>
    grown(tree, unused).map(([id, path]): Rule => ({
      id,
      severity: 'warning',
      businessTerm: null,
      context: UBL_DOCUMENT,
      message: `Leave out ${path}: the e-invoice standard does not use it.`,
      holds: (_, facts) => !first(facts).has(id),
      offender: (_, facts) => first(facts).get(id),
    })),
  );
}

/** Adds the elements of one table entry to the tree. @returns their rule ids, with the paths that messages show */
function grown(tree: Branch, unused: Unused): [id: string, path: string][] {
  const names = unused.path === '' ? [] : unused.path.split('/');
  const roots = names[0] === 'Line' ? ['cac:InvoiceLine', 'cac:CreditNoteLine'] : null;
  const steps = (roots ? names.slice(1) : names).map(name => `cac:${name}`);
  const parents = (roots ?? ['']).map(root => reach(tree, root ? [root, ...steps] : steps));
  const lists = [
    ['ext', unused.extension],
    ['cbc', unused.basic],
    ['cac', unused.aggregate],
  ] as const;
  return lists.flatMap(([prefix, list]) =>
    [...(list ?? '').matchAll(/\b(\d+) (\w+)/g)].map(([, number, name]): [string, string] => {
      const id = `UBL-CR-${number!.padStart(3, '0')}`;
      for (const parent of parents) next(parent, `${prefix}:${name}`).ids.push(id);
      return [id, [...names, name].join('/')];
    }),
  );
}

function reach(tree: Branch, path: readonly string[]): Branch {
  let end = tree;
  for (const name of path) end = next(end, name);
  return end;
}

function next(from: Branch, name: string): Branch {
  let to = from.below.get(name);
  if (!to) from.below.set(name, (to = branch()));
  return to;
}

/** The first unused element for each violated rule, by rule id. */
function firstUnused(facts: Facts, tree: Branch): ReadonlyMap<string, XmlElement> {
  const found = new Map<string, XmlElement>();
  walk(facts.root, tree, found);
  return found;
}

function walk(element: XmlElement, from: Branch, found: Map<string, XmlElement>): void {
  for (const child of element.children) {
    const to = from.below.get(child.name);
    if (!to) continue;
    for (const id of to.ids) if (!found.has(id)) found.set(id, child);
    if (to.below.size > 0) walk(child, to, found);
  }
}

type Carriers = (document: XmlElement, facts: Facts) => readonly XmlElement[];

/** A warning about an attribute that the standard does not use; `elements` finds the elements that could have it. */
export const unusedAttribute = (number: number, attribute: string, what: string, elements: Carriers): Rule => ({
  id: `UBL-CR-${number}`,
  severity: 'warning',
  businessTerm: null,
  context: UBL_DOCUMENT,
  message: `Leave out the attribute ${attribute} of ${what}: the e-invoice standard does not use it.`,
  holds: (document, facts) => carriers(elements(document, facts), attribute).length === 0,
  offender: (document, facts) => carriers(elements(document, facts), attribute)[0],
});

/** A rule that is violated when `elements` finds any element. */
const unusedElements = (number: number, severity: Rule['severity'], message: string, elements: Carriers): Rule => ({
  id: `UBL-CR-${number}`,
  severity,
  businessTerm: null,
  context: UBL_DOCUMENT,
  message,
  holds: (document, facts) => elements(document, facts).length === 0,
  offender: (document, facts) => elements(document, facts)[0],
});

const along =
  (...path: string[]): Carriers =>
  document =>
    at(document, ...path);
export const anywhere =
  (name: string, ...parents: string[]): Carriers =>
  (_, facts) =>
    facts.under(name, ...parents);

const typeCodes = (reference: XmlElement): string[] => at(reference, 'cbc:DocumentTypeCode').map(textOf);
/** The children with a name of references to an invoiced object (type 130), or of those to other supporting documents. */
const partsOfReferences =
  (object: boolean, name: string): Carriers =>
  (_, facts) =>
    facts
      .all('cac:AdditionalDocumentReference')
      .filter(reference => {
        const codes = typeCodes(reference);
        return object ? codes.includes('130') : codes.length === 0 || codes.some(code => code !== '130');
      })
      .flatMap(reference => at(reference, name));

const PRICE_ALLOWANCE = ['cac:AllowanceCharge', 'cac:Price'];
const ACCOUNT = ['cac:PaymentMeans', 'cac:PayeeFinancialAccount'];

export const UBL_CR: readonly Rule[] = [
  ...unusedRules(UNUSED),
  ...rules(UBL_DOCUMENT, [
    [
      'UBL-CR-002',
      null,
      'Write 2.1 as UBLVersionID, or leave it out.',
      each => {
        const versions = at(each, 'cbc:UBLVersionID');
        return versions.length === 0 || versions.some(version => textOf(version) === '2.1');
      },
    ],
    [
      'UBL-CR-412',
      'BT-9',
      'Give the due date of an invoice as DueDate, not within the payment means.',
      each => each.name === 'cn:CreditNote' || !has(each, 'cac:PaymentMeans', 'cbc:PaymentDueDate'),
    ],
  ]).map((rule): Rule => ({ ...rule, severity: 'warning' })),
  unusedAttribute(648, 'schemeID', 'CustomizationID', along('cbc:CustomizationID')),
  unusedAttribute(649, 'schemeID', 'ProfileID', along('cbc:ProfileID')),
  unusedAttribute(650, 'schemeID', 'ID', along('cbc:ID')),
  unusedAttribute(651, 'schemeID', 'SalesOrderID', along('cbc:SalesOrderID')),
  unusedAttribute(652, 'schemeID', 'PartyTaxScheme/CompanyID', anywhere('cbc:CompanyID', 'cac:PartyTaxScheme')),
  unusedAttribute(653, 'schemeID', 'PaymentID', along('cac:PaymentMeans', 'cbc:PaymentID')),
  unusedAttribute(654, 'schemeID', 'PayeeFinancialAccount/ID', along(...ACCOUNT, 'cbc:ID')),
  unusedAttribute(
    655,
    'schemeID',
    'FinancialInstitutionBranch/ID',
    along(...ACCOUNT, 'cac:FinancialInstitutionBranch', 'cbc:ID'),
  ),
  unusedAttribute(656, 'listID', 'InvoiceTypeCode', along('cbc:InvoiceTypeCode')),
  unusedAttribute(657, 'listID', 'DocumentCurrencyCode', along('cbc:DocumentCurrencyCode')),
  unusedAttribute(658, 'listID', 'TaxCurrencyCode', along('cbc:TaxCurrencyCode')),
  unusedAttribute(659, 'listID', 'DocumentTypeCode', along('cac:AdditionalDocumentReference', 'cbc:DocumentTypeCode')),
  unusedAttribute(660, 'listID', 'Country/IdentificationCode', anywhere('cbc:IdentificationCode', 'cac:Country')),
  unusedAttribute(661, 'listID', 'PaymentMeansCode', along('cac:PaymentMeans', 'cbc:PaymentMeansCode')),
  unusedAttribute(662, 'listID', 'AllowanceChargeReasonCode', anywhere('cbc:AllowanceChargeReasonCode')),
  unusedElements(663, 'warning', 'Leave out the attribute unitCodeListID: the e-invoice standard does not use it.', (_, facts) =>
    facts.withAttribute('unitCodeListID'),
  ),
  unusedElements(
    664,
    'warning',
    'Leave out FinancialInstitution: the e-invoice standard does not use it.',
    anywhere('cac:FinancialInstitution'),
  ),
  unusedAttribute(665, 'schemeID', 'the ID of a supporting document', partsOfReferences(false, 'cbc:ID')),
  unusedElements(
    666,
    'fatal',
    'The reference to an invoiced object (type 130) must not have an attachment; move it to another reference.',
    partsOfReferences(true, 'cac:Attachment'),
  ),
  unusedAttribute(667, 'schemeID', 'BuyersItemIdentification/ID', anywhere('cbc:ID', 'cac:BuyersItemIdentification')),
  unusedAttribute(668, 'schemeID', 'SellersItemIdentification/ID', anywhere('cbc:ID', 'cac:SellersItemIdentification')),
  unusedElements(
    669,
    'warning',
    'Leave out the reason code of the price discount.',
    anywhere('cbc:AllowanceChargeReasonCode', ...PRICE_ALLOWANCE),
  ),
  unusedElements(
    670,
    'warning',
    'Leave out the reason of the price discount.',
    anywhere('cbc:AllowanceChargeReason', ...PRICE_ALLOWANCE),
  ),
  unusedElements(
    671,
    'warning',
    'Leave out the percentage of the price discount.',
    anywhere('cbc:MultiplierFactorNumeric', ...PRICE_ALLOWANCE),
  ),
  unusedAttribute(672, 'listID', 'CreditNoteTypeCode', along('cbc:CreditNoteTypeCode')),
  unusedElements(
    673,
    'fatal',
    'The reference to an invoiced object (type 130) must not have a description; leave it out.',
    partsOfReferences(true, 'cbc:DocumentDescription'),
  ),
  unusedAttribute(674, 'schemeID', 'PrimaryAccountNumber', anywhere('cbc:PrimaryAccountNumber')),
  unusedAttribute(675, 'schemeID', 'CardAccount/NetworkID', anywhere('cbc:NetworkID', 'cac:CardAccount')),
  unusedAttribute(676, 'schemeID', 'PaymentMandate/ID', anywhere('cbc:ID', 'cac:PaymentMandate')),
  unusedAttribute(
    677,
    'schemeID',
    'PayerFinancialAccount/ID',
    anywhere('cbc:ID', 'cac:PayerFinancialAccount', 'cac:PaymentMandate'),
  ),
  unusedAttribute(678, 'schemeID', 'TaxCategory/ID', anywhere('cbc:ID', 'cac:TaxCategory')),
  unusedAttribute(679, 'schemeID', 'ClassifiedTaxCategory/ID', anywhere('cbc:ID', 'cac:ClassifiedTaxCategory')),
  unusedElements(
    680,
    'warning',
    'Leave out PayerFinancialAccount of the payment means; name it in the mandate.',
    anywhere('cac:PayerFinancialAccount', 'cac:PaymentMeans'),
  ),
];

/** Whether an element has the attribute, even if it is empty. */
export const carries = (element: XmlElement, attribute: string): boolean => attributeOf(element, attribute) !== undefined;
