import { randomInt } from 'node:crypto';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** The name in letters, digits and dashes of ASCII: diacritics are dropped, everything else separates. */
export const slugified = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
    .replace(/-$/, '');

/** A slug that no two names share in practice: the slugified name and 6 random characters (completions-accounts §2). */
export function slugOf(name: string): string {
  const suffix = Array.from({ length: 6 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return [slugified(name), suffix].filter(Boolean).join('-');
}
