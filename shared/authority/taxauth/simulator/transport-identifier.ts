import { randomInt } from 'node:crypto';
import { uitCheckDigits } from '#shared/authority/etransport/uit.ts';

/** The schema's digits and capitals, without those that look like digits. */
const CHARACTERS = '0123456789ACDEFHJKLMNPQRTUVWXY';

/** A new transport identifier (UIT) with right check digits. */
export function newUit(): string {
  const body = Array.from({ length: 14 }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');
  return body + uitCheckDigits(body);
}
