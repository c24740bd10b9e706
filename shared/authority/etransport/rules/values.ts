import { Big } from '#shared/base/kernel/money.ts';

/** Values as the authority's rules see them: an attribute is written or absent, and its text has no superfluous blanks. */

/** The text of an attribute; null where none is written. */
export const textOf = (value: string | number | null): string | null =>
  value === null ? null : String(value).replace(/\s+/g, ' ').trim() || null;

/** Whether an attribute is absent, or its text satisfies `fits`. */
export const ifStated = (value: string | number | null, fits: (text: string) => boolean): boolean => {
  const text = textOf(value);
  return text === null || fits(text);
};

/** Whether the text is a Romanian tax id (CUI, CNP, NIF): 2 to 10 digits, or 13, the first not 0. */
export const isTaxId = (value: string | null): boolean => /^([1-9][0-9]{12}|[1-9][0-9]{1,9})$/.test(textOf(value) ?? '');

/** The number in an attribute. @throws Error for text that is no number; the request schemas exclude that */
export const number = (text: string): Big => new Big(text);

/** At most two digits after the point. */
export const hasTwoDecimals = (text: string): boolean => (text.split('.')[1] ?? '').length <= 2;

/** At most twelve characters before the point. The Schematron checks only numbers with a point: `hasTwelveDigitsBeforePoint`. */
export const hasTwelveDigits = (text: string): boolean => (text.split('.')[0] ?? '').length <= 12;
export const hasTwelveDigitsBeforePoint = (text: string): boolean => !text.includes('.') || hasTwelveDigits(text);

/** Whether a locality or street has 2 to 100 characters. */
export const isPlaceName = (text: string): boolean => [...text].length >= 2 && [...text].length <= 100;
