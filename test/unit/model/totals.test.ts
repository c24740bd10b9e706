import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeTotals, groupKey } from '#shared/model/amounts/totals.ts';
import { Big, decimal, round2, sum } from '#shared/base/kernel/money.ts';
import type { LineInput } from '#shared/model/line.ts';
import { VAT_CATEGORIES } from '#shared/model/vat/categories.ts';
import { sampleLine } from '../../support/documents.ts';
import { generated } from '../../support/effort.ts';

const line = sampleLine;

describe('computeTotals', () => {
  it.each<[title: string, lines: LineInput[], expected: { subtotal: string; discount: string; vatTotal: string; total: string }]>(
    [
      ['no lines', [], { subtotal: '0.00', discount: '0.00', vatTotal: '0.00', total: '0.00' }],
      [
        'price and quantity with four decimals',
        [line({ quantity: '2.5', unitPrice: '33.3333' })],
        { subtotal: '83.33', discount: '0.00', vatTotal: '17.50', total: '100.83' },
      ],
      [
        'half a cent rounds away from zero',
        [line({ quantity: '0.5', unitPrice: '0.01', vatRate: '0', vatCategoryCode: 'Z' })],
        { subtotal: '0.01', discount: '0.00', vatTotal: '0.00', total: '0.01' },
      ],
      [
        'discount by percent',
        [line({ quantity: '3', unitPrice: '9.99', discountPercent: '10' })],
        { subtotal: '26.97', discount: '3.00', vatTotal: '5.66', total: '32.63' },
      ],
      [
        'a fixed discount takes precedence over a percentage',
        [line({ unitPrice: '100', discount: '5', discountPercent: '50' })],
        { subtotal: '95.00', discount: '5.00', vatTotal: '19.95', total: '114.95' },
      ],
      [
        'VAT is rounded once per group, not per line',
        [line({ unitPrice: '0.02' }), line({ unitPrice: '0.02' }), line({ unitPrice: '0.02' })],
        { subtotal: '0.06', discount: '0.00', vatTotal: '0.01', total: '0.07' },
      ],
      [
        'VAT included keeps the gross',
        [line({ unitPrice: '9.99', vatIncluded: true }), line({ unitPrice: '9.99', vatIncluded: true })],
        { subtotal: '16.51', discount: '0.00', vatTotal: '3.47', total: '19.98' },
      ],
      [
        'a discount reduces a negative line towards zero',
        [line({ quantity: '-2', unitPrice: '100', discount: '10' })],
        { subtotal: '-190.00', discount: '-10.00', vatTotal: '-39.90', total: '-229.90' },
      ],
      [
        'a discount of a negative line lowers the discounts: what the lines were before less what they are',
        [
          line({ quantity: '5', unitPrice: '100' }),
          line({ quantity: '-7', unitPrice: '100', discountPercent: '10' }),
          line({ quantity: '1', unitPrice: '50', discountPercent: '100' }),
        ],
        { subtotal: '-130.00', discount: '-20.00', vatTotal: '-27.30', total: '-157.30' },
      ],
      [
        'negative price of a credit note',
        [line({ quantity: '2', unitPrice: '-100' })],
        { subtotal: '-200.00', discount: '0.00', vatTotal: '-42.00', total: '-242.00' },
      ],
    ],
  )('%s', (_, lines, expected) => {
    expect(computeTotals(lines)).toMatchObject(expected);
  });

  it('assigns the missing cents to the lines that lost most, earlier lines first', () => {
    const { lines } = computeTotals([line({ unitPrice: '0.02' }), line({ unitPrice: '0.04' }), line({ unitPrice: '0.04' })]);
    expect(lines.map(each => each.vatAmount)).toEqual(['0.00', '0.01', '0.01']);
  });

  it('of lines that lost the same, the earlier get the missing cents', () => {
    // 21 % of 0.02 are 0.0042 for each line, and 0.0126 for all three: one cent.
    const { lines } = computeTotals([line({ unitPrice: '0.02' }), line({ unitPrice: '0.02' }), line({ unitPrice: '0.02' })]);
    expect(lines.map(each => each.vatAmount)).toEqual(['0.01', '0.00', '0.00']);
    // With a line between them that lost less: 21 % of 0.05 are 0.0105.
    const mixed = computeTotals([line({ unitPrice: '0.05' }), line({ unitPrice: '0.02' }), line({ unitPrice: '0.02' })]);
    expect(mixed.lines.map(each => each.vatAmount)).toEqual(['0.01', '0.01', '0.00']);
  });

  it('groups by category and rate, in any spelling of the rate, in order of appearance', () => {
    const { vatGroups } = computeTotals([
      line({ vatRate: '11' }),
      line({ vatRate: '21.00' }),
      line({ vatRate: '21' }),
      line({ vatRate: '0', vatCategoryCode: 'Z' }),
      line({ vatRate: '0', vatCategoryCode: 'AE' }),
    ]);
    expect(vatGroups).toEqual([
      { category: 'S', rate: '11', taxable: '100.00', vat: '11.00' },
      { category: 'S', rate: '21', taxable: '200.00', vat: '42.00' },
      { category: 'Z', rate: '0', taxable: '100.00', vat: '0.00' },
      { category: 'AE', rate: '0', taxable: '100.00', vat: '0.00' },
    ]);
  });

  it('has a VAT one cent off the product only where the gross allows no other result', () => {
    // 1.24 gross: 1.02 + 0.21 = 1.23 and 1.03 + 0.22 = 1.25; no net amount and its rounded VAT make 1.24.
    const gross = line({ unitPrice: '1.24', vatIncluded: true });
    expect(computeTotals([gross]).vatGroups).toEqual([{ category: 'S', rate: '21', taxable: '1.02', vat: '0.22' }]);
    // A net-priced line in the same group compensates the cent: 101.02 × 21 % = 21.2142.
    const mixed = computeTotals([gross, line()]);
    expect(mixed.vatGroups).toEqual([{ category: 'S', rate: '21', taxable: '101.02', vat: '21.21' }]);
    expect(mixed.lines.map(each => each.total)).toEqual(['1.24', '120.99']);
    // So does a line of 1.00: 2.02 × 21 % = 0.4242.
    const small = computeTotals([gross, line({ unitPrice: '1' })]);
    expect(small.vatGroups).toEqual([{ category: 'S', rate: '21', taxable: '2.02', vat: '0.42' }]);
  });

  it('keeps the other fields of the line', () => {
    const [computed] = computeTotals([{ ...line(), id: 'kept' }]).lines;
    expect(computed).toMatchObject({ id: 'kept', description: 'Masă din stejar' });
  });
});

const arbitraryRate = fc.constantFrom(
  ...VAT_CATEGORIES.filter(category => category !== 'S').map(vatCategoryCode => ({ vatCategoryCode, vatRate: '0' })),
  ...['21', '11', '9', '5', '19', '7.7'].map(vatRate => ({ vatCategoryCode: 'S' as const, vatRate })),
);
/** A decimal of up to `max` units with up to `places` decimals. */
const arbitraryDecimal = (max: number, places: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.integer({ min: 0, max }), fc.integer({ min: 0, max: 10 ** places - 1 }))
    .map(([whole, fraction]) => `${whole}.${String(fraction).padStart(places, '0')}`);

const arbitraryLine: fc.Arbitrary<LineInput> = fc
  .record({
    quantity: fc
      .tuple(fc.constantFrom('', '', '', '-'), arbitraryDecimal(2000, 4))
      .filter(([, value]) => Number(value) !== 0)
      .map(([sign, value]) => sign + value),
    unitPrice: fc.oneof(arbitraryDecimal(3, 2), arbitraryDecimal(9999, 4)),
    rate: arbitraryRate,
    discountPercent: fc.option(arbitraryDecimal(99, 2)),
    discount: fc.option(arbitraryDecimal(1, 2), { freq: 8 }),
    vatIncluded: fc.boolean(),
  })
  .map(({ rate, ...values }) => line({ ...values, ...rate }));

/** Mostly short documents, where rounding shows; some up to the thousand lines an invoice may have. */
const arbitraryLines = fc.oneof(
  { arbitrary: fc.array(arbitraryLine, { minLength: 1, maxLength: 12 }), weight: 40 },
  { arbitrary: fc.array(arbitraryLine, { minLength: 300, maxLength: 1000, size: 'max' }), weight: 1 },
);

const typed = (input: LineInput): Big => {
  const value = decimal(input.quantity).times(input.unitPrice);
  const discount = input.discount ?? round2(value.abs().times(decimal(input.discountPercent)).div(100));
  const stated = round2(value.abs().minus(discount));
  return input.quantity.startsWith('-') ? stated.neg() : stated;
};

describe('computeTotals over random lines', () => {
  it('totals are sums of the lines, stated amounts stay, VAT is exact per group (BR-CO-10, 13-15, 17, BR-S-08, BR-S-09)', () => {
    fc.assert(
      fc.property(arbitraryLines, inputs => {
        const { lines, vatGroups, subtotal, vatTotal, total } = computeTotals(inputs);

        for (const [index, each] of lines.entries()) {
          const stated = typed(inputs[index]!);
          expect((each.vatIncluded ? each.total : each.subtotal) === stated.toFixed(2) || stated.eq(0)).toBe(true);
          expect(decimal(each.subtotal).plus(each.vatAmount).eq(each.total)).toBe(true);
          const exact = decimal(each.subtotal).times(each.vatRate).div(100);
          expect(decimal(each.vatAmount).minus(exact).abs().lte('0.025')).toBe(true);
        }

        for (const group of vatGroups) {
          const members = lines.filter(each => groupKey(each) === `${group.category} ${group.rate}`);
          expect(sum(members.map(each => each.subtotal)).eq(group.taxable)).toBe(true);
          expect(sum(members.map(each => each.vatAmount)).eq(group.vat)).toBe(true);
          const product = round2(decimal(group.taxable).times(group.rate).div(100));
          const netPriced = members.some(each => !each.vatIncluded && !decimal(each.subtotal).eq(0));
          const off = decimal(group.vat).minus(product).abs();
          expect(off.lte(netPriced || group.rate === '0' ? 0 : '0.01')).toBe(true);
        }

        expect(sum(lines.map(each => each.subtotal)).eq(subtotal)).toBe(true);
        expect(sum(vatGroups.map(group => group.vat)).eq(vatTotal)).toBe(true);
        expect(decimal(subtotal).plus(vatTotal).eq(total)).toBe(true);
      }),
      generated({ runs: 400, seed: 20260302 }),
    );
  });

  it('negated quantities result in negated amounts, line by line', () => {
    const mirrored = (value: string): string => (decimal(value).eq(0) ? value : decimal(value).neg().toFixed(2));
    fc.assert(
      fc.property(arbitraryLines, inputs => {
        const original = computeTotals(inputs);
        const credit = computeTotals(inputs.map(each => ({ ...each, quantity: decimal(each.quantity).neg().toFixed() })));
        expect(credit.total).toBe(mirrored(original.total));
        expect(credit.lines.map(each => [each.subtotal, each.vatAmount])).toEqual(
          original.lines.map(each => [mirrored(each.subtotal), mirrored(each.vatAmount)]),
        );
      }),
      generated({ runs: 100, seed: 20260302 }),
    );
  });
});
