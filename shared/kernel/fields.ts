import * as z from 'zod';
import { countryCodes, currencyCodes } from './codes.ts';
import { isDate } from './dates.ts';
import { Big, decimals, plain } from './money.ts';

/** Schemas of the field types that the contract defines (completions-accounts §1.2, completions-documents §14). */

/** Caches schemas by their limits: schemas are immutable, and a body has dozens of fields of the same type. */
function once<Limits extends number[], Schema>(make: (...limits: Limits) => Schema): (...limits: Limits) => Schema {
  const made = new Map<string, Schema>();
  return (...limits) => {
    const known = made.get(limits.join());
    if (known) return known;
    const schema = make(...limits);
    made.set(limits.join(), schema);
    return schema;
  };
}

/** Maximum of elements in a list of a request, unless its field has a smaller one (decisions.md "Order of checks"). */
export const MOST_ENTRIES = 1_000;
export const TOO_MANY_ENTRIES = `must have at most ${MOST_ENTRIES} entries`;

/** Text, trimmed, 1 to `max` characters. */
export const text = once((max: number) =>
  z.string().trim().min(1, 'must not be empty').max(max, `must have at most ${max} characters`),
);

/** Optional text, trimmed. Empty text and null become null; undefined stays undefined, which means unchanged in a PATCH. */
export const optionalText = once((max: number) =>
  z
    .string()
    .trim()
    .max(max, `must have at most ${max} characters`)
    .transform(value => value || null)
    .nullish(),
);

/** A calendar date `YYYY-MM-DD`. */
export const date = once(() => z.string().refine(isDate, 'must be a date in the form YYYY-MM-DD'));

/** An optional calendar date; empty text is null. */
export const optionalDate = once(() =>
  z
    .string()
    .trim()
    .refine(value => value === '' || isDate(value), 'must be a date in the form YYYY-MM-DD')
    .transform(value => value || null)
    .nullish(),
);

// The number of digits is limited because exact arithmetic with a megabyte of digits would take minutes.
const NUMERIC = /^-?\d{1,30}(\.\d{1,30})?$/;

/**
 * A decimal, given as JSON number or numeric string; the result is the text as it was written. Exponents, NaN and commas are
 * refused. Fields check the number of decimals and the bounds themselves (`fitting`).
 */
export const numericText = once(() =>
  z
    .union([z.number(), z.string().trim()], { error: ({ input }) => (input === undefined ? 'is required' : 'must be a number') })
    .transform(String)
    .refine(value => NUMERIC.test(value), 'must be a decimal number such as 12.50'),
);

/** `numericText` without trailing zeros. */
export const numeric = once(() => numericText().transform(value => plain(new Big(value))));

/** A decimal with at most `places` decimals between `min` and `max`. */
export const fitting = (places: number, min: string | number, max: string | number) =>
  numeric()
    .refine(value => decimals(new Big(value)) <= places, `must have at most ${places} decimals`)
    .refine(value => new Big(value).gte(min) && new Big(value).lte(max), `must be between ${min} and ${max}`);

/** Three upper-case letters of ISO 4217; any case accepted. */
export const currency = once(() =>
  z
    .string()
    .trim()
    .toUpperCase()
    .refine(value => currencyCodes().has(value), 'must be an ISO 4217 currency code'),
);

/** ISO 3166-1 alpha-2; any case accepted. */
export const country = once(() =>
  z
    .string()
    .trim()
    .toUpperCase()
    .refine(value => countryCodes().has(value), 'must be an ISO 3166-1 alpha-2 country code'),
);

/** An email address, at most 180 characters (completions-accounts §1.2). */
export const email = once(() =>
  z.string().trim().max(180, 'must have at most 180 characters').pipe(z.email('must be an email address')),
);

/** A UUID as text, of any version. */
export const id = once(() => z.string().trim().toLowerCase().pipe(z.guid('must be a UUID')));
