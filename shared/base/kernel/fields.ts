import * as z from 'zod';
import { countryCodes, currencyCodes } from './codes.ts';
import { EARLIEST_DATE, isDate, isTooEarly } from './dates.ts';
import { Big, decimals, plain } from './money.ts';

// Schemas of the field types that the contract defines (REQ-10 to REQ-27).

/** Makes one schema for the same limits: schemas are immutable, and a body has dozens of fields of the same type. */
function cached<Limits extends number[], Schema>(make: (...limits: Limits) => Schema): (...limits: Limits) => Schema {
  const made = new Map<string, Schema>();
  return (...limits) => {
    const known = made.get(limits.join());
    if (known) return known;
    const schema = make(...limits);
    made.set(limits.join(), schema);
    return schema;
  };
}

/**
 * The schema, shown in the OpenAPI document as this JSON Schema: for texts that are parsed, and rules that are code, of which zod
 * derives only the type. What is accepted does not change.
 */
export const documented = <Schema extends z.ZodType>(schema: Schema, shown: Record<string, unknown>): Schema =>
  schema.meta({ documented: shown });

/** Maximum of entries of a list in a request, unless its field has a smaller one (REQ-9). */
export const MAX_ENTRIES = 1_000;
export const TOO_MANY_ENTRIES = `must have at most ${MAX_ENTRIES} entries`;

/** Text, trimmed, 1 to `max` characters. */
export const text = cached((max: number) =>
  z.string().trim().min(1, 'must not be empty').max(max, `must have at most ${max} characters`),
);

/** Optional text, trimmed. Empty text and null become null; undefined stays undefined, which means unchanged in a PATCH. */
export const optionalText = cached((max: number) =>
  z
    .string()
    .trim()
    .max(max, `must have at most ${max} characters`)
    .transform(value => value || null)
    .nullish(),
);

const DATE = { type: 'string', format: 'date', pattern: '^[2-9]' };

const isAcceptedDate = (value: string): boolean => isDate(value) && !isTooEarly(value);

/** Whether the form, the day (such as in `2026-02-30`) or the year is wrong. */
function noDate({ input }: { input?: unknown }): string {
  const value = typeof input === 'string' ? input.trim() : '';
  if (isTooEarly(value)) return `must not be before ${EARLIEST_DATE}`;
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? 'must be a day of the calendar' : 'must be a date in the form YYYY-MM-DD';
}

/** A calendar date `YYYY-MM-DD`, from 2000 on. */
export const date = cached(() => documented(z.string().refine(isAcceptedDate, { error: noDate }), DATE));

/** An optional calendar date, from 2000 on; empty text is null. */
export const optionalDate = cached(() =>
  documented(
    z
      .string()
      .trim()
      .refine(value => value === '' || isAcceptedDate(value), { error: noDate })
      .transform(value => value || null),
    DATE,
  ).nullish(),
);

// The number of digits is limited because exact arithmetic with a megabyte of digits would take minutes.
const NUMERIC = /^-?\d{1,30}(\.\d{1,30})?$/;

const numberOrText = (limits: { minimum?: number; maximum?: number } = {}) => ({
  anyOf: [
    { type: 'number', ...limits },
    { type: 'string', pattern: NUMERIC.source },
  ],
});

/**
 * A decimal, given as JSON number or numeric string; the result is text with the same digits (a number loses trailing zeros, as
 * JSON numbers do). Exponents, NaN and commas are refused. `decimalBetween` also limits decimals and value.
 */
export const numericText = cached(() =>
  documented(
    z
      .union([z.number(), z.string().trim()], {
        error: ({ input }) => (input === undefined ? 'is required' : 'must be a number'),
      })
      .transform(String)
      .refine(value => NUMERIC.test(value), 'must be a decimal number such as 12.50'),
    numberOrText(),
  ),
);

/** `numericText` without trailing zeros. */
export const numeric = cached(() => numericText().transform(value => plain(new Big(value))));

/** A decimal with at most `places` decimals between `min` and `max`. */
export const decimalBetween = (places: number, min: string | number, max: string | number) =>
  documented(
    numeric()
      .refine(value => decimals(new Big(value)) <= places, `must have at most ${places} decimals`)
      .refine(value => new Big(value).gte(min) && new Big(value).lte(max), `must be between ${min} and ${max}`),
    numberOrText({ minimum: Number(min), maximum: Number(max) }),
  );

/** A currency code of ISO 4217, in either case; the result is in upper case. */
export const currency = cached(() =>
  documented(
    z
      .string()
      .trim()
      .toUpperCase()
      .refine(value => currencyCodes().has(value), 'must be an ISO 4217 currency code'),
    { type: 'string', pattern: '^[A-Za-z]{3}$' },
  ),
);

/** A country code of ISO 3166-1 alpha-2, in either case; the result is in upper case. */
export const country = cached(() =>
  documented(
    z
      .string()
      .trim()
      .toUpperCase()
      .refine(value => countryCodes().has(value), 'must be an ISO 3166-1 alpha-2 country code'),
    { type: 'string', pattern: '^[A-Za-z]{2}$' },
  ),
);

/** An email address, at most 180 characters (REQ-14). */
export const email = cached(() =>
  documented(z.string().trim().max(180, 'must have at most 180 characters').pipe(z.email('must be an email address')), {
    type: 'string',
    format: 'email',
    maxLength: 180,
  }),
);

/** A UUID of any version, in either case; the result is in lower case. */
export const id = cached(() =>
  documented(z.string().trim().toLowerCase().pipe(z.guid('must be a UUID')), { type: 'string', format: 'uuid' }),
);
