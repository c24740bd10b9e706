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
