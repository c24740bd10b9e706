import * as z from 'zod';
import { documented, optionalText, text } from '#shared/base/kernel/fields.ts';
import { patch } from '#shared/base/kernel/patch.ts';
import type { SeriesChange, SeriesInput } from './rules.ts';
import { SERIES_TYPES } from '#shared/model/kinds.ts';

/** Bodies of document series requests (REC-51 to REC-62). */

const MAX_NUMBER = 999_999_999;

const numbers = {
  currentNumber: z.int().min(0, 'must not be negative').max(MAX_NUMBER).optional(),
  nextNumber: z.int().min(1, 'must be at least 1').max(MAX_NUMBER).optional(),
};

type Numbers = { currentNumber?: number | undefined; nextNumber?: number | undefined };

/** The last number, from `currentNumber` or its alternative `nextNumber` (last number + 1). */
const lastNumber = ({ currentNumber, nextNumber }: Numbers): number | undefined =>
  currentNumber ?? (nextNumber === undefined ? undefined : nextNumber - 1);

const agreeing = ({ currentNumber, nextNumber }: Numbers): boolean =>
  currentNumber === undefined || nextNumber === undefined || nextNumber === currentNumber + 1;

const disagreement = { path: ['nextNumber'], error: 'must be currentNumber + 1 when both are given' };

/** Few regular expressions other than JavaScript's read `\p`: the document says in words what is allowed. */
const prefix = documented(
  text(50)
    .regex(/^[\p{L}\p{N}\-/._ ]+$/u, 'may have letters, digits, "-", "/", ".", "_" and space only')
    .regex(/[\p{L}\p{N}]/u, 'must have a letter or digit'),
  { type: 'string', minLength: 1, maxLength: 50 },
);

export const newSeriesBody = z
  .object({
    prefix,
    type: z.enum(SERIES_TYPES),
    name: optionalText(50),
    year: z.int().min(2000).max(2100).nullish(),
    ...numbers,
    active: z.boolean().optional(),
    isDefault: z.boolean().optional(),
  })
  .refine(agreeing, disagreement)
  .transform(({ nextNumber, ...body }): SeriesInput => ({ ...body, currentNumber: lastNumber({ ...body, nextNumber }) }))
  .meta({ id: 'DocumentSeriesInput' });

/** A field that is refused, and therefore not in the OpenAPI document. */
const fixed = z.undefined('cannot be changed').optional().meta({ hidden: true });

export const seriesChangeBody = patch({
  name: text(50),
  ...numbers,
  active: z.boolean(),
  isDefault: z.boolean(),
  reason: optionalText(500),
  prefix: fixed,
  type: fixed,
  year: fixed,
})
  .refine(agreeing, disagreement)
  .transform(({ name, active, isDefault, reason, ...body }): SeriesChange => ({
    name,
    active,
    isDefault,
    reason,
    currentNumber: lastNumber(body),
  }))
  .meta({ id: 'DocumentSeriesChange' });
