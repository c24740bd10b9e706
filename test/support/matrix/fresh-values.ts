import { randomUUID } from 'node:crypto';
import { BANK_ACCOUNT } from '../../../infra/local/demo/journey.ts';

/** Values that no record has yet. */

export const digits = (count: number): string =>
  BigInt(`0x${randomUUID().replaceAll('-', '')}`)
    .toString()
    .slice(-count);

/** A valid IBAN of the example bank: random account number, matching check digits (ISO 13616). */
export function freshIban(): string {
  const bban = BANK_ACCOUNT.iban.slice(4, 8) + digits(16);
  const number = [...`${bban}${BANK_ACCOUNT.iban.slice(0, 2)}00`].map(one => parseInt(one, 36)).join('');
  return `${BANK_ACCOUNT.iban.slice(0, 2)}${String(98n - (BigInt(number) % 97n)).padStart(2, '0')}${bban}`;
}
