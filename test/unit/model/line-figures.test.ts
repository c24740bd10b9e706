import { describe, expect, it } from 'vitest';
import { plain } from '#shared/base/kernel/money.ts';
import { lineFigures } from '#shared/model/amounts/line-figures.ts';
import type { LineInput } from '#shared/model/line.ts';
import { sampleDocument, sampleLine } from '../../support/documents.ts';

const figuresOf = (lines: Partial<LineInput>[], negated = false) =>
  sampleDocument({ lines: lines.map(sampleLine) }).lines.map(line => lineFigures(line, negated));

describe('the figures of a line in the XML', () => {
  it.each<[string, Partial<LineInput>, string, string, readonly (string | null)[]]>([
    ['unchanged', { quantity: '2' }, '2', '100', []],
    ['the sign of a price moves to the quantity', { quantity: '2', unitPrice: '-100' }, '-2', '100', []],
    ['a price of zero has none', { quantity: '2', unitPrice: '0' }, '2', '0', []],
    ['a discount by percent has a base', { quantity: '2', discountPercent: '10' }, '2', '100', ['20', '200', '10']],
    ['on a negative price too', { unitPrice: '-100', discountPercent: '10' }, '-1', '100', ['-10', '-100', '10']],
    ['a fixed discount has none', { discount: '5' }, '1', '100', ['5', null, null]],
    [
      'nor together with a percentage, over which it takes precedence',
      { discount: '5', discountPercent: '50' },
      '1',
      '100',
      ['5', null, null],
    ],
    [
      'nor by percent of a price with VAT',
      { unitPrice: '121', vatIncluded: true, discountPercent: '10' },
      ...(['1', '100', ['10', null, null]] as const),
    ],
    ['a negative price with VAT', { unitPrice: '-121', vatIncluded: true }, '-1', '100', []],
    ['of many too', { quantity: '1000', unitPrice: '-1.24', vatIncluded: true }, '-1000', '1.024793', []],
    ['a price with VAT of no quantity', { quantity: '0', unitPrice: '100', vatIncluded: true }, '0', '82.6446', []],
  ])('%s', (_, line, quantity, price, discount) => {
    const [figures] = figuresOf([line]);
    expect([figures?.quantity, figures?.price, figures?.xmlOnly]).toEqual([quantity, price, false]);
    const stated = (value: { toString(): string } | null) => value && String(value);
    expect(figures?.adjustments.flatMap(({ amount, base, percent }) => [stated(amount), stated(base), percent])).toEqual(
      discount,
    );
  });

  // The price without VAT, in as few decimals as result in the amount of the line; rounding makes one of the two lines a cent off.
  it.each([
    ['1', '121', ['100', '100']],
    ['1', '9.99', ['8.2562', '8.25']],
    ['7', '1.43', ['1.1829', '1.1818']],
    ['7000', '1.43', ['1.181818', '1.181817']],
    ['700000', '1.43', ['1.18181818', '1.18181817']],
    ['70000000', '1.43', ['1.181818181857', '1.181818181714']],
  ])('%s × %s with VAT', (quantity, unitPrice, prices) => {
    const line = { quantity, unitPrice, vatIncluded: true };
    expect(figuresOf([line, line]).map(({ price }) => price)).toEqual(prices);
  });

  it('allowances and charges of its extensions change its net amount, of a credit note with their sign', () => {
    const entry = { reasonCode: ' 95 ', reason: ' ' };
    const allowanceCharges = [
      { ...entry, chargeIndicator: true, amount: '3' },
      { ...entry, chargeIndicator: false, amount: '1' },
    ];
    const line = { quantity: '-1', ublExtensions: { allowanceCharges } };
    const [figures] = figuresOf([line], true);
    expect([figures?.quantity, figures && plain(figures.net), figures?.xmlOnly]).toEqual(['1', '102', true]);
    expect(figures?.adjustments.map(({ reasonCode, reason }) => [reasonCode, reason])).toEqual([
      ['95', null],
      ['95', null],
    ]);
  });
});
