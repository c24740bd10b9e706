/** Texts as they are compared. */

/**
 * A text reduced to what comparisons look at: lower case, no diacritics, everything but letters and digits as single
 * blanks. `"Jud. Caraş-Severin"` and `"jud CARAȘ SEVERIN"` both fold to `"jud caras severin"`.
 */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** A name as lists compare it: lower case, diacritics removed. `Șerban` sorts and is found as `serban`. */
export const collated = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The key of an alphabetical group: the first letter, upper case, without diacritics; `#` for everything else. */
export function initialOf(name: string): string {
  const first = collated(name.trimStart()).charAt(0).toUpperCase();
  return /^[A-Z]$/.test(first) ? first : '#';
}

/** Rows under their initials; the order of the rows stays. */
export function grouped<T>(rows: T[], nameOf: (row: T) => string): Record<string, T[]> {
  const groups: Record<string, T[]> = {};
  for (const row of rows) (groups[initialOf(nameOf(row))] ??= []).push(row);
  return groups;
}
