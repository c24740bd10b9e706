import { beforeAll, expect, it } from 'vitest';
import { clearCaches } from '#shared/base/kernel/caches.ts';
import { useOwnService } from '../../support/service.ts';
import { refusedFields } from '../../support/refusals.ts';
import { useTrader } from '../../support/trader.ts';
import { allocationCalls } from './calls.ts';

/** Credit in a foreign currency (SET-54). */

const service = useOwnService({ machines: [], exchangeRates: true });
const trader = useTrader({ service, lasting: true });
const { request, scope } = trader;
const { allocate, creditOf } = allocationCalls(trader);
const get = async <T>(path: string): Promise<T> => (await request<T>('GET', path)).body;

beforeAll(async () => {
  const { clock, schedules } = service().runtime;
  clock.freeze(true);
  clock.set('2026-12-03T09:00:00Z');
  schedules.run('exchange-rates');
  await service().idle();
  clearCaches();
}, 120_000);

it('has the rate of the last banking day before it came, and a difference where it is used', async () => {
  // 17 November 2026 is a Tuesday.
  const rateOf = async (day: string) =>
    (await get<{ rates: Record<string, number> }>(`/exchange-rates?date=${day}`)).rates['EUR']!;
  const [came, used] = [await rateOf('2026-11-16'), await rateOf('2026-11-19')];
  const advance = await allocate({ amount: 100, currency: 'EUR', paymentDate: '2026-11-17' });
  expect(advance.body).toMatchObject({ credit: 100, exchangeRate: came });
  expect((await get<{ clients: { balance: number }[] }>('/reports/balance')).clients[0]?.balance).toBeCloseTo(-100 * came, 2);
  const lines = [{ description: 'Stejar', quantity: 1, unitPrice: 100, vatRate: 21 }];
  const dated = { issueDate: '2026-11-18', dueDate: '2026-11-18' };
  const invoice = await trader.issued({ currency: 'EUR', ...dated, lines });
  const documents = [{ id: invoice.id, amount: 40 }];
  const paid = await allocate({ useCredit: 40, currency: 'EUR', paymentDate: '2026-11-20', documents });
  expect(paid.status, JSON.stringify(paid.body)).toBe(201);
  const { data } = await get<{ data: { kind: string; number: string; amount: number; difference: number }[] }>(
    '/reports/exchange-differences?period=2026-11&limit=100',
  );
  const own = data.filter(({ number }) => number === 'advance');
  expect(own).toMatchObject([{ kind: 'payment', amount: -40 }]);
  expect(own[0]?.difference).toBeCloseTo(-40 * (used - came), 2);
  expect(await creditOf()).toEqual([{ currency: 'EUR', amount: 60 }]);
});

it('is refused where there is no rate', async () => {
  const answer = await allocate({ amount: 1, currency: 'EUR', paymentDate: '2001-01-01' });
  expect(refusedFields(answer)).toEqual([422, 'validation_error', ['currency']]);
  expect((await creditOf(scope.clientId)).length).toBe(1);
});
