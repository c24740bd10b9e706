import * as z from 'zod';
import { invalidFields } from '#shared/base/kernel/errors.ts';
import { decimalBetween, documented } from '#shared/base/kernel/fields.ts';
import { MAX_AMOUNT } from '#shared/base/kernel/money.ts';
import { checkPrefilled, MAX_PREFILLED_ROWS, type PrefilledRow, readPrefilled } from '#shared/model/fiscal/returns/prefilled.ts';
import { D300_FORMS } from '#shared/model/fiscal/returns/d300-forms.ts';
import { dated, type ReturnForm } from '#shared/model/fiscal/returns/forms.ts';

/** What the reports of returns are asked with. */

const file = () => ({
  format: z.enum(['json', 'csv'], 'must be json or csv').default('json'),
  decimals: z.enum(['point', 'comma'], 'must be point or comma').default('point'),
});

const month = () => z.string('is required').regex(/^[12]\d{3}-(0[1-9]|1[0-2])$/, 'must be a month in the form YYYY-MM');

const numberOf = (pattern: RegExp, message: string, shown: { minimum: number; maximum: number }) =>
  documented(z.string('is required').regex(pattern, message).transform(Number), { type: 'integer', ...shown });

/** Both are required (REP-7). */
export const vatQuery = () =>
  z.object({
    year: numberOf(/^[12]\d{3}$/, 'must be a year such as 2026', { minimum: 1000, maximum: 2999 }),
    month: numberOf(/^(0?[1-9]|1[0-2])$/, 'must be 1 to 12', { minimum: 1, maximum: 12 }),
    ...file(),
  });

export const periodOf = (query: { year: number; month: number }): string =>
  `${query.year}-${String(query.month).padStart(2, '0')}`;

export const declarationsQuery = () =>
  z.object({ form: z.enum(['d390', 'd394'], 'must be d390 or d394'), period: month(), ...file() });

const amountInLei = () => decimalBetween(2, `-${MAX_AMOUNT}`, MAX_AMOUNT).nullish();

/** 200 rows need about 20 KB with their names. */
const MAX_TEXT = 50_000;

export const comparisonBody = () =>
  z
    .object({
      period: month(),
      content: z.string().max(MAX_TEXT, `must have at most ${MAX_TEXT} characters`).optional(),
      rows: z
        .array(
          z.object({ row: z.string().max(10, 'must have at most 10 characters'), baseLei: amountInLei(), vatLei: amountInLei() }),
        )
        .max(MAX_PREFILLED_ROWS, `must have at most ${MAX_PREFILLED_ROWS} entries`)
        .optional(),
    })
    .refine(({ content, rows }) => (content === undefined) !== (rows === undefined), {
      path: ['content'],
      message: 'must be given, or rows, but not both',
    })
    .meta({ id: 'VatComparisonInput' });

type Comparison = z.output<ReturnType<typeof comparisonBody>>;

/** The form of the month and the pre-filled rows. @throws 422 for a month whose form is not known, and for lines that cannot be read */
export function prefilledOf({ period, content, rows = [] }: Comparison): { form: ReturnForm; prefilled: PrefilledRow[] } {
  const form = dated(D300_FORMS, period);
  if ('off' in form) throw invalidFields({ period: [`must be a month whose form is known. ${form.off}`] });
  const given = rows.map(({ row, baseLei = null, vatLei = null }) => ({ row, baseLei, vatLei }));
  const read = content === undefined ? checkPrefilled(form, given, 'rows') : readPrefilled(form, content);
  if (Object.keys(read.errors).length > 0) throw invalidFields(read.errors);
  return { form, prefilled: read.rows };
}
