import { expect, test } from 'vitest';
import { paymentCode } from '#shared/app/pages/payment-code.ts';

const TRANSFER = {
  payee: 'Atelierul de Lemn SRL',
  iban: 'RO49AAAA1B31007593840000',
  amount: '1210.50',
  currency: 'EUR',
  reference: 'FCT-001',
};

test('the lines of a transfer are those of the guidelines (EPC069-12 §2)', () => {
  expect(paymentCode(TRANSFER)?.split('\n')).toEqual([
    ...['BCD', '002', '1', 'SCT', '', 'Atelierul de Lemn SRL', 'RO49AAAA1B31007593840000', 'EUR1210.50', '', '', 'FCT-001'],
  ]);
});

test('names and references have no line breaks, and at most the length of the guidelines', () => {
  const lines = paymentCode({ ...TRANSFER, payee: `Ana\n& ${'x'.repeat(80)}`, reference: 'r'.repeat(200) })?.split('\n');
  expect(lines?.[5]).toBe(`Ana & ${'x'.repeat(64)}`);
  expect(lines?.[10]).toHaveLength(140);
  expect(lines).toHaveLength(11);
});

test.each([
  ['another currency', { currency: 'RON' }],
  ['an amount of 0', { amount: '0.00' }],
  ['a negative amount', { amount: '-5.00' }],
  ['an amount above the maximum', { amount: '1000000000.00' }],
  ['no IBAN', { iban: 'none' }],
])('no code for %s', (_, change) => {
  expect(paymentCode({ ...TRANSFER, ...change })).toBeNull();
});
