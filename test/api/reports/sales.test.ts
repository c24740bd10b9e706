import { beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#shared/base/kernel/dates.ts';
import { today } from '#shared/base/kernel/clock.ts';
import type { Refusal, SalesReport } from '../../support/contract.ts';
import { received } from '../../support/taxauth/received.ts';
import { refusal } from '../../support/refusals.ts';
import { type Trader, useTrader } from '../../support/trader.ts';

/** GET /reports/sales (REP-10, REP-11, REP-59, REP-60). Amounts are tested in test/unit/fiscal. */

const { newTrader } = useTrader();
let trader: Trader;
const line = (description: string, quantity: number, unitPrice: number, vatRate = 21) => ({
  description,
  quantity,
  unitPrice,
  vatRate,
});
const period = `dateFrom=${today()}&dateTo=${today()}`;
const sales = (query: string, of = trader) => of.request<SalesReport & Refusal>('GET', `/reports/sales?${query}`);

describe('GET /reports/sales', () => {
  const made: { id: string; number: string }[] = [];
  beforeAll(async () => {
    trader = await newTrader();
    const paid = await trader.issued({ lines: [line('Mese', 2, 100), line('Scaune', 4, 25)] });
    await trader.request('POST', `/invoices/${paid.id}/payments`, { amount: 121, paymentDate: today() });
    const foreign = await trader.issued({ currency: 'EUR', exchangeRate: 5, lines: [line('Mese', 1, 100)] });
    const credited = await trader.issued({ lines: [line('Lămpi', 1, 50)] });
    const { body: note } = await trader.act(credited.id, 'storno');
    const cancelled = await trader.issued({ lines: [line('Paturi', 1, 900)] });
    await trader.act(cancelled.id, 'cancel', { reason: 'Made by mistake' });
    await trader.draft({ lines: [line('Dulapuri', 1, 700)] });
    await received(trader.scope);
    made.push(paid, foreign, credited, note);
  });

  it('has the sales of the period that count, in lei', async () => {
    const { status, body } = await sales(period);
    expect(status).toBe(200);
    // 300 + 500 + 50 - 50, and VAT 63 + 105 + 10.5 - 10.5.
    const total = { subtotal: 800, vatTotal: 168, total: 968, count: 4 };
    const year = Number(today().slice(0, 4));
    expect(body).toMatchObject({
      period: { dateFrom: today(), dateTo: today() },
      kpiSummary: {
        annualTotal: { amount: 968, year, prevAmount: 0, prevYear: year - 1 },
        periodInvoiced: total,
        // 121 of 363, and what is left of it with 605 of the foreign one.
        periodCollected: { subtotal: 100, vatTotal: 21, total: 121, count: 1 },
        periodOutstanding: { subtotal: 700, vatTotal: 147, total: 847, count: 2 },
      },
      monthlyRevenue: [{ month: today().slice(0, 7), invoiced: 968, collected: 121 }],
      topClients: [{ clientId: trader.scope.clientId, total: 968, count: 4 }],
      topProducts: [
        { description: 'Mese', productCode: null, total: 700, quantity: 3 },
        { description: 'Scaune', total: 100, quantity: 4 },
      ],
      topProductsDocuments: 4,
    });
    expect(body.topProducts).toHaveLength(2);
    expect(body.recentInvoices.map(one => one.documentId)).toEqual(made.toReversed().map(({ id }) => id));
    expect(body.recentInvoices[2]).toMatchObject({ number: made[1]?.number, currency: 'EUR', total: 121, totalLei: 605 });
  });

  it('of a period without documents is zeros and empty lists', async () => {
    const { status, body } = await sales('dateFrom=2020-01-15&dateTo=2020-02-14');
    const nothing = { subtotal: 0, vatTotal: 0, total: 0, count: 0 };
    expect([status, body]).toEqual([
      200,
      {
        period: { dateFrom: '2020-01-15', dateTo: '2020-02-14' },
        kpiSummary: {
          annualTotal: { amount: 0, year: 2020, prevAmount: 0, prevYear: 2019 },
          ...{ periodInvoiced: nothing, periodCollected: nothing, periodOutstanding: nothing },
        },
        monthlyRevenue: ['2020-01', '2020-02'].map(month => ({ month, invoiced: 0, collected: 0 })),
        ...{ recentInvoices: [], topClients: [], topProducts: [], topProductsDocuments: 0 },
        leftOut: ['Sales by till receipts are not counted.', expect.stringContaining('earlier documents') as string],
      },
    ]);
  });

  it('takes 12 months', async () => {
    expect((await sales('dateFrom=2025-02-01&dateTo=2026-01-31')).body.monthlyRevenue).toHaveLength(12);
  });

  it.each([
    ['', ['dateFrom', 'dateTo']],
    [`dateFrom=${today()}`, ['dateTo']],
    [`dateTo=${today()}`, ['dateFrom']],
    ['dateFrom=2026-02-30&dateTo=2026-03-01', ['dateFrom']],
    ['dateFrom=01.02.2026&dateTo=2026-03-01', ['dateFrom']],
    ['dateFrom=1999-12-31&dateTo=2000-03-01', ['dateFrom']],
    [`dateFrom=${today()}&dateTo=${addDays(today(), -1)}`, ['dateTo']],
    ['dateFrom=2025-02-01&dateTo=2026-02-01', ['dateTo']],
  ])('refuses the query "%s"', async (query, fields) => {
    const [status, code, details] = refusal(await sales(query));
    expect([status, code, Object.keys(details as object)]).toEqual([400, 'bad_request', fields]);
  });
});
