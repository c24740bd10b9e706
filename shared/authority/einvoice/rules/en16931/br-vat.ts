import { textOf } from '../../xml/node.ts';
import {
  hasCode,
  IDENTIFIED,
  inBreakdown,
  isTaxed,
  onAllowance,
  onLine,
  onVatLine,
  RATE,
  taxableAgrees,
  vatAgrees,
  type Pattern,
} from './br-vat-conditions.ts';
import { CATEGORY, DOCUMENT } from '../contexts/en16931.ts';
import type { Facts, VatCategory } from '../facts.ts';
import { rules, type Rule } from '../types.ts';
import { at, has, normalized, textAt } from '../values.ts';

/** The rules on VAT categories. `family` makes the ten rules that every category has, `BR-S-01` to `BR-S-10`. */

/** The families of rules with the same ids in both rule sets. */
const PATTERNS: readonly Pattern[] = [
  { prefix: 'BR-S', code: 'S', name: 'standard rate', parties: 'seller', rate: 'positive', reason: false },
  { prefix: 'BR-Z', code: 'Z', name: 'zero rate', parties: 'seller', rate: 'zero', reason: false },
  { prefix: 'BR-E', code: 'E', name: 'exempt', parties: 'seller', rate: 'zero', reason: true },
  { prefix: 'BR-AE', code: 'AE', name: 'reverse charge', parties: 'seller and buyer', rate: 'zero', reason: true },
  { prefix: 'BR-IC', code: 'K', name: 'intra-community supply', parties: 'seller VAT and buyer VAT', rate: 'zero', reason: true },
  { prefix: 'BR-G', code: 'G', name: 'export', parties: 'seller VAT', rate: 'zero', reason: true },
  { prefix: 'BR-O', code: 'O', name: 'outside the scope of VAT', parties: 'nobody', rate: 'none', reason: true },
];
/** The taxes of the Canary Islands (IGIC) and of Ceuta and Melilla (IPSI), with the rule ids of the authority's set. */
const ISLANDS: readonly Pattern[] = [
  { prefix: 'BR-IG', code: 'L', name: 'IGIC', parties: 'seller', rate: 'not negative', reason: false },
  { prefix: 'BR-IP', code: 'M', name: 'IPSI', parties: 'seller', rate: 'not negative', reason: false },
];

export const BR_VAT: readonly Rule[] = [...PATTERNS.flatMap(family), ...intraCommunityDelivery(), ...outsideScopeAlone()];
export const BR_ISLANDS: readonly Rule[] = ISLANDS.flatMap(family);
/** The same rules with the ids of EN 16931 1.3.16: BR-AF for L, BR-AG for M. */
export const BR_ISLANDS_CURRENT: readonly Rule[] = ISLANDS.flatMap(pattern =>
  family({ ...pattern, prefix: pattern.code === 'L' ? 'BR-AF' : 'BR-AG' }),
);

function family(pattern: Pattern): Rule[] {
  const { prefix, code, name } = pattern;
  const contexts = CATEGORY[code];
  const where = `VAT category ${code} (${name})`;
  const identified = IDENTIFIED[pattern.parties];
  return [
    ...rules(DOCUMENT, [
      [
        `${prefix}-01`,
        'BT-118',
        `${where} used on a line, allowance or charge needs its entry in the VAT breakdown.`,
        (_, facts) => inBreakdown(pattern, facts),
      ],
      [
        `${prefix}-02`,
        identified.term,
        `${where} on a line: ${identified.message}`,
        (_, facts) => !onLine(pattern, facts) || (onVatLine(pattern, facts) && identified.holds(facts)),
      ],
      [
        `${prefix}-03`,
        identified.term,
        `${where} on an allowance: ${identified.message}`,
        (_, facts) => !onAllowance(pattern, facts, false) || identified.holds(facts),
      ],
      [
        `${prefix}-04`,
        identified.term,
        `${where} on a charge: ${identified.message}`,
        (_, facts) => !onAllowance(pattern, facts, true) || identified.holds(facts),
      ],
    ]),
    ...rules(contexts.line, [[`${prefix}-05`, 'BT-152', `${where}: ${RATE[pattern.rate].message}`, RATE[pattern.rate].holds]]),
    ...rules(contexts.allowance, [
      [`${prefix}-06`, 'BT-96', `${where} of an allowance: ${RATE[pattern.rate].message}`, RATE[pattern.rate].holds],
    ]),
    ...rules(contexts.charge, [
      [`${prefix}-07`, 'BT-103', `${where} of a charge: ${RATE[pattern.rate].message}`, RATE[pattern.rate].holds],
    ]),
    ...rules(contexts.breakdown, [
      [
        `${prefix}-08`,
        'BT-116',
        `The taxable amount of ${where} must be its lines plus its charges less its allowances.`,
        (each, facts) => taxableAgrees(pattern, each, facts),
      ],
      [
        `${prefix}-09`,
        'BT-117',
        isTaxed(pattern) ? `The VAT of ${where} must be its taxable amount times its rate.` : `The VAT of ${where} must be 0.`,
        each => vatAgrees(pattern, each),
      ],
      [
        `${prefix}-10`,
        'BT-120',
        pattern.reason ? `Give the reason of ${where}, as text or code.` : `Give no exemption reason for ${where}.`,
        each => (has(each, 'cbc:TaxExemptionReason') || has(each, 'cbc:TaxExemptionReasonCode')) === pattern.reason,
      ],
    ]),
  ];
}

function inBreakdownOf(facts: Facts, code: string): boolean {
  return facts.breakdown().some(each => each.vat && hasCode(each, code));
}

function intraCommunityDelivery(): Rule[] {
  return rules(DOCUMENT, [
    [
      'BR-IC-11',
      'BT-72',
      'An intra-community supply needs the date of delivery or the invoicing period.',
      (each, facts) =>
        !inBreakdownOf(facts, 'K') ||
        textAt(each, 'cac:Delivery', 'cbc:ActualDeliveryDate').length > 1 ||
        at(each, 'cac:InvoicePeriod').some(period => period.children.length > 0),
    ],
    [
      'BR-IC-12',
      'BT-80',
      'An intra-community supply needs the country of the delivery address.',
      (each, facts) =>
        !inBreakdownOf(facts, 'K') ||
        textAt(each, 'cac:Delivery', 'cac:DeliveryLocation', 'cac:Address', 'cac:Country', 'cbc:IdentificationCode').length > 1,
    ],
  ]);
}

function outsideScopeAlone(): Rule[] {
  const other = (each: VatCategory): boolean => normalized(textOfCode(each)) !== 'O' && each.vat;
  const alone = (where: string, list: (facts: Facts) => readonly VatCategory[]): [string, Rule['holds']] => [
    `VAT category O (outside the scope of VAT) cannot be combined with another category ${where}.`,
    (_, facts) => !inBreakdownOf(facts, 'O') || !list(facts).some(other),
  ];
  return rules(DOCUMENT, [
    ['BR-O-11', 'BG-23', ...alone('in the breakdown', facts => facts.breakdown())],
    ['BR-O-12', 'BT-151', ...alone('on the lines', facts => facts.lineCategories())],
    ['BR-O-13', 'BT-95', ...alone('on allowances', facts => facts.allowanceCategories(false))],
    ['BR-O-14', 'BT-102', ...alone('on charges', facts => facts.allowanceCategories(true))],
  ]);
}

const textOfCode = (category: VatCategory): string =>
  category.codes.length > 1 ? textAt(category.element, 'cbc:ID') : (category.codes[0] ?? '');

/** Split payment exists in Italy only, and cannot be combined with the standard rate. */
export const BR_SPLIT: readonly Rule[] = rules(DOCUMENT, [
  [
    'BR-B-01',
    'BT-151',
    'VAT category B (split payment) is for invoices within Italy only; choose another category.',
    (_, facts) => !hasExactly(facts, 'B') || !facts.all('cbc:IdentificationCode').some(each => textOf(each) !== 'IT'),
  ],
  [
    'BR-B-02',
    'BT-151',
    'VAT category B (split payment) cannot be combined with category S; choose one of them.',
    (_, facts) => !hasExactly(facts, 'B') || !hasExactly(facts, 'S'),
  ],
]);

const hasExactly = (facts: Facts, code: string): boolean =>
  [...facts.taxCategories(), ...facts.lineCategories()].some(each => each.codes.includes(code));
