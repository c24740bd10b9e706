import { describe, expect, it } from 'vitest';
import { monthsOf } from '#shared/base/kernel/dates.ts';
import { daysOf, salesFigures, saleOf, topProducts } from '#shared/model/fiscal/sales.ts';
import { rowOf } from '#shared/model/invoice-row.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { sampleDocument, sampleLine } from '../../support/documents.ts';

/** An issued document of one client. */
const sale = (fields: Partial<InvoiceDocument>) => {
  const document = { ...sampleDocument(), status: 'issued', amountPaid: '0.00', balance: '0.00', ...fields } as InvoiceDocument;
  return saleOf(rowOf(document))!;
};
const amounts = (subtotal: string, vatTotal: string, total: string) => ({ subtotal, vatTotal, total });

describe('a sale in lei', () => {
  it.each([
    [
      'is split into what is paid and what is open',
      { ...amounts('100.00', '21.00', '121.00'), amountPaid: '40.00', balance: '81.00' },
      [12100, 4000, 694, 8100, 1406],
    ],
    [
      'is open by nothing once it is credited',
      { ...amounts('100.00', '21.00', '121.00'), creditedAmount: '121.00' },
      [12100, 0, 0, 0, 0],
    ],
    // 100 × 4.9765 = 497.65; 21 × 4.9765 = 104.5065; half of 602.16 and of 104.51.
    [
      'in euro has its own rate',
      { ...amounts('100.00', '21.00', '121.00'), currency: 'EUR', exchangeRate: '4.9765', amountPaid: '60.50', balance: '60.50' },
      [60216, 30108, 5226, 30108, 5226],
    ],
    // 5,000 × 5.0739 - 2,000 × 5.0908 = 15,187.90 and 3,189.46, from 3,000 and 630 at 5.0739 = 15,221.70 and 3,196.557.
    [
      'that settles an advance has the rate of the advance for it',
      {
        ...amounts('3000.00', '630.00', '3630.00'),
        currency: 'EUR',
        exchangeRate: '5.0739',
        rateDifference: { subtotal: '-33.8', vatTotal: '-7.098' },
        balance: '3630.00',
      },
      [1837736, 0, 0, 1837736, 318946],
    ],
    [
      'has the totals of the e-invoice',
      {
        ...amounts('100.00', '21.00', '121.00'),
        fiscal: amounts('90.00', '18.90', '108.90'),
        payable: '108.90',
        balance: '108.90',
      },
      [10890, 0, 0, 10890, 1890],
    ],
    [
      'is open by nothing when it is cancelled',
      {
        ...amounts('100.00', '21.00', '121.00'),
        status: 'cancelled' as const,
        taxauthStatus: 'validated' as const,
        balance: '121.00',
      },
      [12100, 0, 0, 0, 0],
    ],
    ['of a total of 0 has nothing to share', amounts('0.00', '0.00', '0.00'), [0, 0, 0, 0, 0]],
  ])('%s', (_, fields, expected) => {
    const { invoiced, collected, outstanding } = sale(fields);
    expect([invoiced.total, collected.total, collected.vatTotal, outstanding.total, outstanding.vatTotal]).toEqual(expected);
    for (const one of [invoiced, collected, outstanding]) expect(one.subtotal + one.vatTotal).toBe(one.total);
  });
});

describe('the figures of a period', () => {
  const period = { dateFrom: '2026-02-10', dateTo: '2026-04-30' };
  const of = (issueDate: string, total: string, fields: Partial<InvoiceDocument> = {}) =>
    sale({ ...amounts(total, '0.00', total), issueDate, balance: total, clientId: 'one', ...fields });
  const sales = [
    of('2025-12-31', '1000.00'),
    of('2026-02-09', '70.00'),
    of('2026-02-10', '100.00', { amountPaid: '30.00', balance: '70.00' }),
    of('2026-04-30', '200.00', { clientId: 'two', amountPaid: '200.00', balance: '0.00' }),
    of('2026-04-30', '-40.00', { isCreditNote: true, amountPaid: '-40.00', balance: '0.00' }),
    of('2026-05-01', '500.00', { clientId: 'two' }),
    of('2026-04-01', '5.00', { clientId: null, client: null, receiverName: 'Ana' }),
  ];
  const figures = salesFigures(sales, period);

  it('compares the year of its end with the year before', () => {
    // 70 + 100 + 200 - 40 + 500 + 5.
    expect(figures.annualTotal).toEqual({ amount: 83500, year: 2026, prevAmount: 100000, prevYear: 2025 });
    expect(daysOf(period)).toEqual({ dateFrom: '2025-01-01', dateTo: '2026-12-31' });
    expect(daysOf({ dateFrom: '2025-12-15', dateTo: '2026-01-10' }).dateFrom).toBe('2025-01-01');
  });

  it('adds up what was issued in it, what is paid of that, and what is open', () => {
    expect(figures.periodInvoiced).toEqual({ subtotal: 26500, vatTotal: 0, total: 26500, count: 4 });
    expect(figures.periodCollected).toEqual({ subtotal: 23000, vatTotal: 0, total: 23000, count: 2 });
    expect(figures.periodOutstanding).toEqual({ subtotal: 7500, vatTotal: 0, total: 7500, count: 2 });
  });

  it('has all its months, also those without documents', () => {
    expect(figures.monthlyRevenue).toEqual([
      { month: '2026-02', invoiced: 10000, collected: 3000 },
      { month: '2026-03', invoiced: 0, collected: 0 },
      { month: '2026-04', invoiced: 16500, collected: 20000 },
    ]);
    expect(monthsOf('2025-11-30', '2026-01-01')).toEqual(['2025-11', '2025-12', '2026-01']);
  });

  it('has its clients by total, one without record by its name, and the latest documents', () => {
    expect(figures.topClients.map(({ clientId, clientName, total, count }) => [clientId ?? clientName, total, count])).toEqual([
      ['two', 20000, 1],
      ['one', 6000, 2],
      ['Ana', 500, 1],
    ]);
    expect(figures.recent.map(({ row }) => row.issueDate)).toEqual(['2026-04-30', '2026-04-30', '2026-04-01', '2026-02-10']);
  });

  it('of no documents are zeros and empty lists', () => {
    const nothing = { subtotal: 0, vatTotal: 0, total: 0, count: 0 };
    expect(salesFigures([], { dateFrom: '2026-02-01', dateTo: '2026-02-28' })).toEqual({
      annualTotal: { amount: 0, year: 2026, prevAmount: 0, prevYear: 2025 },
      ...{ periodInvoiced: nothing, periodCollected: nothing, periodOutstanding: nothing },
      monthlyRevenue: [{ month: '2026-02', invoiced: 0, collected: 0 }],
      ...{ recent: [], topClients: [] },
    });
  });
});

it('products are known by their code, else by their text; what takes back counts with its sign', () => {
  const line = (description: string, quantity: string, unitPrice: string, productCode: string | null = null) =>
    sampleLine({ description, quantity, unitPrice, productCode });
  const documents = [
    sampleDocument({ lines: [line('Masă', '2', '100', 'M1'), line('Transport', '1', '30')] }),
    sampleDocument({ lines: [line('Masă veche', '-0.5', '100', 'M1'), line('Avans', '-1', '40')] }),
    { ...sampleDocument({ lines: [line('Transport', '1', '10')] }), currency: 'EUR', exchangeRate: '5' },
  ];
  expect(topProducts(documents)).toEqual([
    { description: 'Masă', productCode: 'M1', total: 15000, quantity: '1.5' },
    { description: 'Transport', productCode: null, total: 8000, quantity: '2' },
  ]);
  const settling = documents[0]!.lines[0]!.id;
  const draws = [{ id: 'a', number: 'F1', issueDate: '2026-01-01', groups: [], lineIds: [settling] }];
  expect(topProducts([{ ...documents[0]!, draws }]).map(({ description }) => description)).toEqual(['Transport']);
});
