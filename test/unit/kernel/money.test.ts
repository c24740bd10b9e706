import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  amount,
  Big,
  cents,
  decimal,
  decimals,
  fromCents,
  plain,
  presentNumber,
  round2,
  sum,
} from '#shared/base/kernel/money.ts';
import { generated } from '../../support/effort.ts';

const EFFORT = generated({ runs: 200, seed: 20261123 });

describe('amounts (TAX-1)', () => {
  test.each([
    ['0', '0.00'],
    ['-0', '0.00'],
    ['-0.004', '0.00'],
    ['0.005', '0.01'],
    ['-0.005', '-0.01'],
    ['2.675', '2.68'],
    ['-2.675', '-2.68'],
    ['1.0049999999999999', '1.00'],
    ['1e3', '1000.00'],
    ['1e-3', '0.00'],
    ['9999999999.994', '9999999999.99'],
  ])('%s is stored as %s: half away from zero, two decimals, no minus zero', (value, stored) => {
    expect(amount(decimal(value))).toBe(stored);
  });

  test.each([
    ['-0', '0'],
    ['1.500', '1.5'],
    ['1e21', '1000000000000000000000'],
    ['1e-7', '0.0000001'],
    ['-3.10', '-3.1'],
  ])('%s as a quantity or rate is %s: no exponent, no trailing zeros', (value, stored) => {
    expect(plain(decimal(value))).toBe(stored);
  });

  test('an absent value is zero; an invalid number throws', () => {
    expect(amount(decimal(null))).toBe('0.00');
    expect(amount(decimal(undefined))).toBe('0.00');
    for (const text of ['', '1,5', 'ten', 'NaN', 'Infinity']) expect(() => decimal(text), text).toThrow();
  });

  test.each([
    ['5', 0],
    ['5.0', 0],
    ['5.25', 2],
    ['1e-4', 4],
    ['1200', 0],
  ])('%s has %i decimals', (value, count) => {
    expect(decimals(decimal(value))).toBe(count);
  });

  const inCents = fc.integer({ min: -999_999_999_999, max: 999_999_999_999 });

  test('conversion to cents and back is exact', () => {
    fc.assert(
      fc.property(inCents, value => {
        expect(cents(fromCents(value))).toBe(value);
        expect(presentNumber(fromCents(value))).toBe(value / 100);
      }),
      EFFORT,
    );
  });

  test('a sum is exact, in any order; rounding is symmetric and changes a value by half a cent at most', () => {
    fc.assert(
      fc.property(fc.array(inCents, { maxLength: 50 }), inCents, (values, thousandths) => {
        const stored = values.map(fromCents);
        expect(cents(amount(sum(stored)))).toBe(values.reduce((total, value) => total + value, 0));
        expect(sum(stored.toReversed()).eq(sum(stored))).toBe(true);
        const value = new Big(thousandths).div(1000);
        expect(round2(value).plus(round2(value.neg())).eq(0)).toBe(true);
        expect(round2(value).minus(value).abs().lte('0.005')).toBe(true);
      }),
      EFFORT,
    );
  });
});
