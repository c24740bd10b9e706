import { randomInt } from 'node:crypto';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';

/**
 * The name in lower-case ASCII letters, digits and dashes, at most 60 characters: diacritics are removed, and every other run of
 * characters becomes one dash. Empty if nothing is left.
 */
export const slugified = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
    .replace(/-$/, '');

/** A slug that is unique in practice: the slugified name, a dash and 6 random characters (ACC-5). */
export function slugOf(name: string): string {
  const suffix = Array.from({ length: 6 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return [slugified(name), suffix].filter(Boolean).join('-');
}
