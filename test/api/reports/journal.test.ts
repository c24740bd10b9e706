import { beforeAll, describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import type { Journal, Refusal } from '../../support/contract.ts';
import { received } from '../../support/taxauth/received.ts';
import { type Trader, useTrader } from '../../support/trader.ts';

/** GET /reports/journal (REP-20 to REP-23). Amounts are tested in test/unit/fiscal. */

const { newTrader } = useTrader();
let trader: Trader;
let sale: { id: string; number: string };
beforeAll(async () => {
  trader = await newTrader();
  sale = await trader.issued({ lines: [{ description: 'Masă', quantity: 1, unitPrice: 100, vatRate: 21 }] });
});
const month = today().slice(0, 7);
const journal = (query: string) => trader.request<Journal & Refusal>('GET', `/reports/journal?${query}`);

describe('GET /reports/journal', () => {
  it('has the sales of the month, which lead to their documents, and their sums', async () => {
    const { status, body } = await journal(`period=${month}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ period: month, role: 'sale', total: 1, page: 1, pages: 1 },
      data: [{ documentId: sale.id, number: sale.number, paymentId: null, settles: null, currency: 'RON' }],
      totals: [{ operation: 'domestic', rate: 21, documents: 1, baseLei: 100, vatLei: 21, baseDueLei: 100, vatDueLei: 21 }],
    });
    expect(body.data[0]?.groups).toMatchObject([{ operation: 'domestic', category: 'S', rate: 21, base: 100, vat: 21 }]);
  });

  it('of a month without documents is empty, and so is a page beyond the last', async () => {
    expect((await journal('period=2020-01')).body).toMatchObject({ data: [], total: 0, totals: [] });
    const beyond = (await journal(`period=${month}&page=2`)).body;
    expect([beyond.data, beyond.totals.length]).toEqual([[], 1]);
  });

  it('as CSV is a file, with commas for decimals on request', async () => {
    const { status, body, headers } = await trader.request<unknown>(
      'GET',
      `/reports/journal?role=sale&period=${month}&format=csv&decimals=comma`,
    );
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toContain(`sales-journal-${month}.csv`);
    expect(String(body)).toContain(`"${sale.number}";`);
    expect(String(body)).toContain('"100,00";"21,00"');
  });

  it.each([
    'period=',
    'period=2026-13',
    'period=2026',
    `period=${month}&format=xml`,
    `period=${month}&decimals=dot`,
    'role=both',
  ])('refuses the query "%s"', async query => {
    expect((await journal(query)).status).toBe(422);
  });
});

it('GET /reports/journal?role=purchase has the purchases of the month alone', async () => {
  const id = await received(trader.scope);
  const { body } = await journal(`role=purchase&period=${month}`);
  expect(body).toMatchObject({ role: 'purchase', total: 1, data: [{ documentId: id }] });
  expect(body.totals[0]?.deductibleLei).toBe(body.totals[0]?.vatDueLei);
});

it('GET /reports/journal?role=purchase has what was delivered twice once', async () => {
  const own = await newTrader();
  const first = await received(own.scope, { number: 'F-1' });
  const again = await received(own.scope, { number: 'F-1' });
  expect((await own.request<{ duplicateOf: string }>('GET', `/invoices/${again}`)).body.duplicateOf).toBe(first);
  const { body } = await own.request<Journal>('GET', `/reports/journal?role=purchase&period=${month}`);
  expect(body.data.map(({ documentId }) => documentId)).toEqual([first]);
  // A change of the second one does not bring it in.
  expect((await own.put(again, { vatDeductiblePercent: 50 })).status).toBe(200);
  expect((await own.request<Journal>('GET', `/reports/journal?role=purchase&period=${month}`)).body.total).toBe(1);
});
