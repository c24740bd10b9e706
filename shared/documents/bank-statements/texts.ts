import { createHash } from 'node:crypto';

/**
 * The lengths of what a file may say (BNK-19). ISO 20022 allows less (`Max35Text` for references and ids, `Max140Text` for names and each
 * remittance text, `Max500Text` for `AddtlNtryInf`), but banks write longer ones. Without a bound one text of a batch would be in each of its
 * transfers, and in each body that books one. Pure.
 */

/** A reference or an id. Payments and allocations take 255 (SET-11, SET-43); a place such as `/2` may follow. */
export const MOST_REFERENCE = 140;
export const MOST_NAME = 255;
/** The remittance text of a line. */
export const MOST_TEXT = 2000;
/** What the bank says about a line, which each transfer of a batch has that has no text itself. */
export const MOST_INFORMATION = 500;

const DIGEST = 16;
/** A longer word is no number of a document. */
const LONG_WORD = 64;
/** 15 to 34 characters (ISO 13616), but not all of them are checked: banks put other accounts there. */
const MOST_IBAN = 34;

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, DIGEST);

/** The first characters, without half of a surrogate pair. */
const firstOf = (text: string, most: number): string => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');

/** A reference that may be compared: what is too long ends in a digest of the whole, so that two of them stay two. */
export function boundedReference(text: string | null): string | null {
  if (text === null || text.length <= MOST_REFERENCE) return text;
  return `${firstOf(text, MOST_REFERENCE - DIGEST - 1)}~${digestOf(text)}`;
}

/** A text that is searched for numbers: cut between words, since what is left of a torn number may be that of another document. */
export function boundedText(text: string, most: number): string {
  if (text.length <= most) return text;
  const from = most - LONG_WORD;
  const end = text.slice(from, most + 1).search(/[\s,;][^\s,;]*$/);
  if (end >= 0) return firstOf(text, from + end);
  let whole = most;
  while (whole > from && /[\p{L}\p{N}]/u.test(text.charAt(whole - 1))) whole -= 1;
  return firstOf(text, whole > from ? whole : most);
}

/** An account, without spaces; null for what is too long for one: a part of it might be another. */
export function boundedIban(text: string | null): string | null {
  const iban = text?.replaceAll(' ', '').toUpperCase() ?? null;
  return iban !== null && iban.length <= MOST_IBAN ? iban : null;
}
