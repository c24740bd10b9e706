import { Big } from '../../kernel/money.ts';

/** Values as the authority's rules see them: an attribute is there or is not, its text without needless blanks. */

/** The attribute's text, null where it is not written. */
export const textOf = (value: string | number | null): string | null =>
  value === null ? null : String(value).replace(/\s+/g, ' ').trim() || null;

/** Whether an attribute is absent, or fits. */
export const ifStated = (value: string | number | null, fits: (text: string) => boolean): boolean => {
  const text = textOf(value);
  return text === null || fits(text);
};

/** A tax id as Romania gives them: 2 to 10 digits, or 13 (CUI, CNP, NIF), the first not 0. */
export const isTaxId = (value: string | null): boolean => /^([1-9][0-9]{12}|[1-9][0-9]{1,9})$/.test(textOf(value) ?? '');

/** The number of an attribute that the requests' schemas have let through. */
export const number = (text: string): Big => new Big(text);

/** At most two digits after the point. */
export const hasTwoDecimals = (text: string): boolean => (text.split('.')[1] ?? '').length <= 2;

/** At most twelve characters before the point; the Schematron looks at numbers with a point alone. */
export const hasTwelveDigits = (text: string): boolean => (text.split('.')[0] ?? '').length <= 12;
export const hasTwelveDigitsBeforePoint = (text: string): boolean => !text.includes('.') || hasTwelveDigits(text);

/** 2 to 100 characters. */
export const isPlaceName = (text: string): boolean => [...text].length >= 2 && [...text].length <= 100;
