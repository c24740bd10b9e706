import * as context from '../contexts/en16931.ts';
import { rules, type Context, type Rule } from '../types.ts';
import { twoDecimals } from '../values.ts';

/** BR-DEC: amounts have at most two decimals. */
type Entry = readonly [id: string, businessTerm: string, what: string, element: string];

/** The rules of one context, with the ids `prefix-number`; CIUS-RO repeats some of them under its own ids. */
export const decimalRules = (of: Context, prefix: string, entries: readonly Entry[]): Rule[] =>
  rules(
    of,
    entries.map(([number, businessTerm, what, element]) => [
      `${prefix}-${number}`,
      businessTerm,
      `Write ${what} with at most two decimals.`,
      each => twoDecimals(each, element),
    ]),
  );

export const DOCUMENT_ALLOWANCE_AMOUNTS: readonly Entry[] = [
  ['01', 'BT-92', 'the amount of the allowance', 'cbc:Amount'],
  ['02', 'BT-93', 'the base amount of the allowance', 'cbc:BaseAmount'],
];
export const DOCUMENT_CHARGE_AMOUNTS: readonly Entry[] = [
  ['05', 'BT-99', 'the amount of the charge', 'cbc:Amount'],
  ['06', 'BT-100', 'the base amount of the charge', 'cbc:BaseAmount'],
];
export const TOTAL_AMOUNTS: readonly Entry[] = [
  ['09', 'BT-106', 'the sum of the line net amounts', 'cbc:LineExtensionAmount'],
  ['10', 'BT-107', 'the allowance total', 'cbc:AllowanceTotalAmount'],
  ['11', 'BT-108', 'the charge total', 'cbc:ChargeTotalAmount'],
  ['12', 'BT-109', 'the total without VAT', 'cbc:TaxExclusiveAmount'],
  ['14', 'BT-112', 'the total with VAT', 'cbc:TaxInclusiveAmount'],
  ['16', 'BT-113', 'the prepaid amount', 'cbc:PrepaidAmount'],
  ['17', 'BT-114', 'the rounding amount', 'cbc:PayableRoundingAmount'],
  ['18', 'BT-115', 'the amount due', 'cbc:PayableAmount'],
];
export const LINE_ALLOWANCE_AMOUNTS: readonly Entry[] = [
  ['24', 'BT-136', 'the amount of the line allowance', 'cbc:Amount'],
  ['25', 'BT-137', 'the base amount of the line allowance', 'cbc:BaseAmount'],
];
export const LINE_CHARGE_AMOUNTS: readonly Entry[] = [
  ['27', 'BT-141', 'the amount of the line charge', 'cbc:Amount'],
  ['28', 'BT-142', 'the base amount of the line charge', 'cbc:BaseAmount'],
];
export const LINE_AMOUNTS: readonly Entry[] = [['23', 'BT-131', 'the net amount of the line', 'cbc:LineExtensionAmount']];

/**
 * Rules that always hold, as in the official sets: these look for the currency of the document inside the amount element, where
 * there is none. UBL-DT-01 limits the decimals of these amounts.
 */
export const vatTotalRules = (of: Context, prefix: string): Rule[] =>
  rules(of, [
    [`${prefix}-13`, 'BT-110', 'Write the total VAT with at most two decimals.', () => true],
    [`${prefix}-15`, 'BT-111', 'Write the total VAT in the accounting currency with at most two decimals.', () => true],
  ]);

export const BR_DEC: readonly Rule[] = [
  ...decimalRules(context.DOCUMENT_ALLOWANCE, 'BR-DEC', DOCUMENT_ALLOWANCE_AMOUNTS),
  ...decimalRules(context.DOCUMENT_CHARGE, 'BR-DEC', DOCUMENT_CHARGE_AMOUNTS),
  ...decimalRules(context.TOTALS, 'BR-DEC', TOTAL_AMOUNTS),
  ...vatTotalRules(context.DOCUMENT, 'BR-DEC'),
  ...decimalRules(context.VAT_BREAKDOWN, 'BR-DEC', [
    ['19', 'BT-116', 'the taxable amount of the VAT category', 'cbc:TaxableAmount'],
    ['20', 'BT-117', 'the VAT amount of the category', 'cbc:TaxAmount'],
  ]),
  ...decimalRules(context.LINE, 'BR-DEC', LINE_AMOUNTS),
  ...decimalRules(context.LINE_ALLOWANCE, 'BR-DEC', LINE_ALLOWANCE_AMOUNTS),
  ...decimalRules(context.LINE_CHARGE, 'BR-DEC', LINE_CHARGE_AMOUNTS),
];
