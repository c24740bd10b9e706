import { beforeAll, describe, expect, it } from 'vitest';
import { clearCaches } from '#shared/base/kernel/caches.ts';
import type { ExchangeDifferences, Refusal } from '../../support/contract.ts';
import { useOwnService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';

/** GET /reports/exchange-differences (REP-48 to REP-52). The rules are tested in test/unit/ledger. */

const service = useOwnService({ machines: [], exchangeRates: true });
const trader = useTrader({ service, lasting: true });
const { request, issued } = trader;

const differences = (query: string) => request<ExchangeDifferences & Refusal>('GET', `/reports/exchange-differences?${query}`);
const pay = async (id: string, amount: number, paymentDate: string): Promise<string> =>
  (await request<{ payment: { id: string } }>('POST', `/invoices/${id}/payments`, { amount, paymentDate })).body.payment.id;
const rateOf = async (date: string): Promise<number> =>
  (await request<{ rates: Record<string, number> }>('GET', `/exchange-rates?date=${date}`)).body.rates['EUR']!;
const euros = (issueDate: string, unitPrice: number) => ({
  ...{ currency: 'EUR', issueDate, dueDate: '2026-12-31' },
  lines: [{ description: 'Stejar', quantity: 1, unitPrice, vatRate: 21 }],
});

let october: { id: string; number: string };
let november: { id: string };
let paymentId: string;
let creditId: string;
let early: string;

beforeAll(async () => {
  const { clock, schedules } = service().runtime;
  clock.freeze(true);
  clock.set('2026-12-03T09:00:00Z');
  schedules.run('exchange-rates');
  await service().idle();
  clearCaches();
  october = await issued(euros('2026-10-08', 5000));
  november = await issued(euros('2026-11-18', 1000));
  await issued({ issueDate: '2026-11-18', dueDate: '2026-12-31' });
  paymentId = await pay(october.id, 2000, '2026-11-17');
  early = await pay(november.id, 100, '2026-11-10');
  await pay(november.id, 400, '2026-12-03');
  const credited = { currency: 'EUR', issueDate: '2026-11-20', dueDate: '2026-11-20' };
  creditId = (await trader.creditIssued(october, credited)).id;
}, 120_000);

/** Rows without what names documents. */
const figures = ({ data }: ExchangeDifferences): unknown[] =>
  data.map(({ kind, amount, bookRate, rate, difference, account }) => [kind, amount, bookRate, rate, difference, account]);

describe('GET /reports/exchange-differences', () => {
  it('uses the rates that the bank has published', async () => {
    const days = ['2026-10-07', '2026-10-30', '2026-11-16', '2026-11-17', '2026-11-27', '2026-12-02'];
    const rates: number[] = [];
    for (const day of days) rates.push(await rateOf(day));
    expect(rates).toEqual([5.1077, 5.0872, 5.0676, 5.0739, 5.0614, 5.0588]);
  });

  it('revalues what is open at the end of the month', async () => {
    const { status, body } = await differences('period=2026-10');
    expect(status).toBe(200);
    expect(body).toMatchObject({ period: '2026-10', revaluationDate: '2026-10-30', total: 1, leftOut: [], leftOutCount: 0 });
    // 6,050 × (5.0872 - 5.1077)
    expect(figures(body)).toEqual([['revaluation', 6050, 5.1077, 5.0872, -124.03, '665']]);
  });

  it('has payments and credits, which it names, against the last revaluation', async () => {
    const { body } = await differences('period=2026-11');
    expect(figures(body)).toEqual([
      // 2,000 × (5.0676 - 5.0872)
      ['payment', 2000, 5.0872, 5.0676, -39.2, '665'],
      // 60.50 × (5.1077 - 5.0872)
      ['credit', 60.5, 5.0872, 5.1077, 1.24, '765'],
      // (6,050 - 2,000 - 60.50) × (5.0614 - 5.0872)
      ['revaluation', 3989.5, 5.0872, 5.0614, -102.93, '665'],
      // (1,210 - 100) × (5.0614 - 5.0739)
      ['revaluation', 1110, 5.0739, 5.0614, -13.88, '665'],
    ]);
    expect(body.data[0]).toMatchObject({ documentId: october.id, number: october.number, paymentId, rateDate: '2026-11-16' });
    expect(body.data[1]).toMatchObject({ documentId: october.id, creditId, rateDate: null });
    expect(body.totals).toEqual([
      { account: '665', kind: 'payment', total: 39.2 },
      { account: '665', kind: 'revaluation', total: 116.81 },
      { account: '765', kind: 'credit', total: 1.24 },
    ]);
    expect(body.leftOut).toMatchObject([{ documentId: november.id, paymentId: early, reason: 'settled_before_document' }]);
  });

  it('of a month that has not ended has no revaluation', async () => {
    const { body } = await differences('period=2026-12');
    // 400 × (5.0588 - 5.0614)
    expect(figures(body)).toEqual([['payment', 400, 5.0614, 5.0588, -1.04, '665']]);
    expect(body.revaluationDate).toBeNull();
  });

  it('of a month without differences is empty', async () => {
    expect((await differences('period=2026-09')).body).toMatchObject({ data: [], total: 0, totals: [], leftOutCount: 0 });
  });

  it('as CSV has a line for each difference, and for what is left out', async () => {
    const { status, body, headers } = await request<unknown>(
      'GET',
      '/reports/exchange-differences?period=2026-11&format=csv&decimals=comma',
    );
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toContain('exchange-differences-2026-11.csv');
    const lines = String(body).trim().split('\r\n');
    expect(lines).toHaveLength(6);
    expect(lines[1]).toContain('"2000,00";"5,0872";"5,0676";"-39,20";"2026-11-16";"665"');
    expect(lines[5]).toContain('"settled_before_document"');
  });

  it.each(['period=2026-13', 'period=2026', 'period=2021-11', 'format=pdf', 'decimals=dot', 'limit=0'])(
    'refuses the query "%s"',
    async query => {
      expect((await differences(query)).status).toBe(422);
    },
  );
});
