import { PARTNER_REASONS } from './names.ts';

/** How sure a proposal is, by a table of what speaks for it (BNK-13). Pure. */

export const REASONS = [
  'number_in_text',
  'number_without_series',
  'structured_reference',
  'end_to_end_reference',
  'amount_equals_balance',
  'sum_of_documents',
  'less_by_bank_fees',
  'only_open_document',
  'oldest_first',
  ...PARTNER_REASONS,
] as const;
export type Reason = (typeof REASONS)[number];

/** What speaks against a proposal, or is to be looked at before it is booked. */
export const CAUTIONS = [
  // The same evidence fits other documents as well.
  'several_alike',
  // The account belongs to another partner of the company.
  'other_payer',
  'less_than_open',
  'more_than_open',
  'possibly_recorded',
] as const;
export type Caution = (typeof CAUTIONS)[number];

export const LEVELS = ['high', 'medium', 'low'] as const;
export type Confidence = (typeof LEVELS)[number];

/** Kinds of evidence, each by the reasons of which one suffices. */
const NUMBER: Reason[] = ['number_in_text', 'structured_reference', 'end_to_end_reference'];
const PAYER: Reason[] = ['iban_known', 'tax_code_in_text'];
const NAME: Reason[] = ['name_alike'];
const AMOUNT: Reason[] = ['amount_equals_balance'];
const EXACT: Reason[] = [...AMOUNT, 'sum_of_documents'];
const ALMOST: Reason[] = ['less_by_bank_fees'];

/** The first row of which all kinds of evidence are there decides; without any, it is low. */
const RULES: readonly [Confidence, ...Reason[][]][] = [
  ['high', NUMBER, EXACT],
  ['high', PAYER, AMOUNT],
  ['high', NUMBER, PAYER],
  ['medium', PAYER, EXACT],
  ['medium', NAME, EXACT],
  ['medium', NUMBER, NAME],
  ['medium', NUMBER, ALMOST],
  ['medium', PAYER, ALMOST],
  ['medium', PAYER, ['number_without_series']],
  ['medium', PAYER, ['only_open_document']],
  ['low', NUMBER],
  ['low', PAYER],
  ['low', NAME],
];

/** Each of these lowers it by one level. */
const LOWERING: readonly Caution[] = ['several_alike', 'other_payer'];

/** The level of a proposal, and the place of the rule that decides it; a smaller place is better. */
export function confidenceOf(reasons: ReadonlySet<Reason>, cautions: ReadonlySet<Caution>): { level: Confidence; rule: number } {
  const place = RULES.findIndex(([, ...kinds]) => kinds.every(kind => kind.some(reason => reasons.has(reason))));
  const rule = place < 0 ? RULES.length : place;
  const level = cautions.has('possibly_recorded') ? 'low' : (RULES[rule]?.[0] ?? 'low');
  const lowered = LOWERING.filter(caution => cautions.has(caution)).length;
  return { level: LEVELS[Math.min(LEVELS.indexOf(level) + lowered, LEVELS.length - 1)] ?? 'low', rule };
}
