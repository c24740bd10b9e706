import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { Invoice, InvoiceList } from '../../support/contract.ts';
import { useTrader } from '../../support/trader.ts';
import { generated, DEPTH } from '../../support/effort.ts';

interface LineAnswer {
  vatRate: number;
  vatCategoryCode: string;
  subtotal: number;
  vatAmount: number;
  total: number;
  vatIncluded: boolean;
}

const { draft, newTrader } = useTrader();

interface Line {
  quantity: number;
  unitPrice: number;
  vatRate?: number;
  discount?: number;
  discountPercent?: number;
  vatIncluded?: boolean;
}

const invoiceOf = (lines: Line[]): Promise<Invoice> =>
  draft({ lines: lines.map((line, place) => ({ description: `Reper ${place + 1}`, vatRate: 21, ...line })) });

const cents = (value: unknown): number => Math.round(Number(value) * 100);

describe('Amounts of a document (TAX-1 to TAX-10)', () => {
  it.each<[string, Line[], object, [number, number, number][]]>([
    [
      'discount off a price with VAT included',
      [{ quantity: 1, unitPrice: 121, vatIncluded: true, discount: 21 }],
      { subtotal: 82.64, discount: 21, vatTotal: 17.36, total: 100 },
      [[82.64, 17.36, 100]],
    ],
    [
      'VAT per rate, spread over the lines by largest remainder',
      [
        { quantity: 1, unitPrice: 0.02 },
        { quantity: 1, unitPrice: 0.04 },
        { quantity: 1, unitPrice: 0.04 },
      ],
      { subtotal: 0.1, vatTotal: 0.02, total: 0.12 },
      [
        [0.02, 0, 0.02],
        [0.04, 0.01, 0.05],
        [0.04, 0.01, 0.05],
      ],
    ],
    [
      'a refund is the mirror of its invoice',
      [{ quantity: -2, unitPrice: 50, discount: 10 }],
      { subtotal: -90, discount: -10, vatTotal: -18.9, total: -108.9, balance: 0 },
      [[-90, -18.9, -108.9]],
    ],
  ])('%s', async (_, lines, totals, expected) => {
    const invoice = await invoiceOf(lines);
    expect(invoice).toMatchObject(totals);
    const got = (invoice.lines as LineAnswer[]).map(line => [line.subtotal, line.vatAmount, line.total]);
    expect(got).toEqual(expected);
  });

  it.runIf(DEPTH)('for any lines: totals are the sums of the lines, VAT is exact per rate, and lists agree', async () => {
    const anyLine = fc
      .record({
        quantity: fc.integer({ min: -30_000, max: 90_000 }).filter(value => value !== 0),
        unitPrice: fc.integer({ min: 0, max: 9_999_999 }),
        vatRate: fc.constantFrom(0, 5, 9, 11, 19, 21),
        discountPercent: fc.option(fc.integer({ min: 0, max: 10_000 }), { nil: undefined }),
        vatIncluded: fc.boolean(),
      })
      .map(({ quantity, unitPrice, discountPercent, ...rest }) => ({
        ...{ quantity: quantity / 1000, unitPrice: unitPrice / 10_000, ...rest },
        ...(discountPercent !== undefined && { discountPercent: discountPercent / 100 }),
      }));
    let [count, sum] = [0, 0];
    const own = await newTrader();
    await fc.assert(
      fc.asyncProperty(fc.array(anyLine, { minLength: 1, maxLength: 40 }), async lines => {
        const invoice = await own.draft({ lines: lines.map((line, place) => ({ description: `Reper ${place + 1}`, ...line })) });
        const answered = invoice.lines as LineAnswer[];
        const total = (of: (line: LineAnswer) => number, from = answered): number =>
          from.reduce((all, line) => all + cents(of(line)), 0);
        expect([cents(invoice.subtotal), cents(invoice.vatTotal), cents(invoice.total)]).toEqual([
          total(line => line.subtotal),
          total(line => line.vatAmount),
          total(line => line.total),
        ]);
        for (const rate of new Set(answered.map(line => line.vatRate))) {
          const group = answered.filter(line => line.vatRate === rate);
          const exact = (total(line => line.subtotal, group) * rate) / 100;
          const vat = total(line => line.vatAmount, group);
          const netPriced = group.some(line => !line.vatIncluded && line.subtotal !== 0);
          expect(Math.abs(vat - exact)).toBeLessThanOrEqual(netPriced ? 0.5 : 1.5);
        }
        count += 1;
        sum += cents(invoice.total);
      }),
      generated({ runs: 20, seed: 20261121, long: 200 }),
    );
    const { body } = await own.request<InvoiceList>('GET', '/invoices?includeTotals=true');
    expect([body.total, cents(body.totals?.[0]?.total)]).toEqual([count, sum]);
  });
});
