/** Normalization of texts for comparison, search and sorting. */

/**
 * A text for comparison: lower case, without diacritics, every run of other characters than letters and digits replaced by one
 * space. `"Jud. Caraş-Severin"` and `"jud CARAȘ SEVERIN"` both fold to `"jud caras severin"`.
 */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** A name for sorting and searching in lists: lower case, without diacritics. `Șerban` becomes `serban`. */
export const collated = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The order of texts, by their UTF-16 code units. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The key of an alphabetical group: the first letter, upper case, without diacritics; `#` for everything else. */
export function initialOf(name: string): string {
  const first = collated(name.trimStart()).charAt(0).toUpperCase();
  return /^[A-Z]$/.test(first) ? first : '#';
}

/** Groups rows by their initials; rows keep their order within a group. */
export function grouped<T>(rows: T[], nameOf: (row: T) => string): Record<string, T[]> {
  const groups: Record<string, T[]> = {};
  for (const row of rows) (groups[initialOf(nameOf(row))] ??= []).push(row);
  return groups;
}
