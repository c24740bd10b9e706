import { expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { LONG_AGO, retentionCalls } from '../../support/companies/past.ts';
import { itemsNaming } from '../../support/companies/purged.ts';
import { useOwnService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';
import { receiptCalls } from './calls.ts';

/** Receipts around midnight in Romania (RCT-4), and after their retention (RCT-13). */

const service = useOwnService();
const { newTrader } = useTrader({ service, lasting: true });
const { audits, choose, on, retentionOf, start } = retentionCalls(service);

it('are of the day in Romania, where it begins two hours before midnight in UTC', async () => {
  const { issued, journal, series } = receiptCalls(await newTrader());
  await series();
  const { clock } = service().runtime;
  const present = clock.state().now;
  clock.set('2027-01-20T21:59:50Z');
  const before = await issued(10);
  clock.set('2027-01-20T22:00:10Z');
  const after = await issued(5);
  expect([before.date, after.date]).toEqual(['2027-01-20', '2027-01-21']);
  expect((await journal('from=2027-01-20&to=2027-01-21')).days).toMatchObject([
    { date: '2027-01-20', openingBalance: 0, in: 10, closingBalance: 10 },
    { date: '2027-01-21', openingBalance: 10, in: 5, closingBalance: 15 },
  ]);
  expect(await journal('from=2027-01-21')).toMatchObject({ openingBalance: 10, closingBalance: 15, total: 1 });
  clock.set(present);
});

it('are removed when their retention has ended; their numbers stay provable', async () => {
  const trader = await newTrader();
  const { issued, list, series } = receiptCalls(trader);
  const { scope, request } = trader;
  const client = { type: 'individual', name: 'Veche Maria', cui: null, isVatPayer: false };
  await series();
  const { id: clientId } = await service().newClient(scope, client);
  const old = await on(LONG_AGO, () => issued(10, { payer: null, clientId }));
  const backdated = await issued(20, { payer: null, clientId, date: LONG_AGO });
  const recent = await issued(30, { payer: null, clientId });
  await choose(scope, { documentYears: 5, clientMonths: 12 });
  expect((await retentionOf(scope)).body.past).toMatchObject({ documents: 1, clients: 0 });
  expect((await start(scope)).status).toBe(202);
  await service().idle();
  expect((await retentionOf(scope)).body.run).toMatchObject({ removed: { documents: 1, clients: 0 } });
  expect((await request('GET', `/receipts/${old.id}`)).status).toBe(404);
  expect((await itemsNaming(old.id)).map(({ kind }) => kind)).toEqual(['number']);
  expect((await list(`from=${today().slice(0, 4)}-01-01`)).data.map(({ id }) => id)).toEqual([recent.id]);
  expect((await request('GET', `/receipts/${backdated.id}`)).status).toBe(200);
  expect((await request<{ receiptCount: number }>('GET', `/clients/${clientId}`)).body.receiptCount).toBe(2);
  const [expired] = (await audits(scope)).filter(audit => audit.expired.length > 0);
  expect(expired).toMatchObject({ chainHolds: true, gaps: [], expired: [{ number: old.number, issueDate: LONG_AGO }] });
});
