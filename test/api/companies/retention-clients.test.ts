import { expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { call, lastingTrader } from '../../support/invoices.ts';
import { LONG_AGO, retentionCalls } from '../../support/companies/past.ts';
import { itemsNaming } from '../../support/companies/purged.ts';
import { useOwnService } from '../../support/service.ts';

/** Clients that something keeps beside documents (COM-75). */

const service = useOwnService();
const { retentionOf, start, choose, on } = retentionCalls(service);

it('keeps a client with an opening balance until that is past its time, and removes the two together', async () => {
  const scope = await lastingTrader(service());
  const person = { type: 'individual', cui: null, vatCode: null, isVatPayer: false, registrationNumber: null };
  const owing = async (name: string, opening: object) => {
    const { id } = await service().newClient(scope, { ...person, name });
    const body = { role: 'sale', partnerId: id, amount: 100, ...opening };
    expect((await on(LONG_AGO, () => call(service(), scope, 'PUT', '/reports/opening-balances', body))).status).toBe(200);
    return id;
  };
  const before = '2011-12-31';
  await owing('Datornica Veche', { date: before });
  await owing('Datornica Plătită', { date: before, settlements: [{ date: LONG_AGO, amount: 100 }] });
  // Entered lately.
  const late = await service().newClient(scope, { ...person, name: 'Datornica Nouă' });
  const opening = { role: 'sale', partnerId: late.id, date: before, amount: 100 };
  expect((await call(service(), scope, 'PUT', '/reports/opening-balances', opening)).status).toBe(200);
  await choose(scope, { clientMonths: 2 });
  await service().advance('P70D');
  // Documents are kept, and so is what was owed.
  expect((await retentionOf(scope)).body.past.clients).toBe(1);
  await choose(scope, { documentYears: 5, clientMonths: 2 });
  expect((await retentionOf(scope)).body.past.clients).toBe(3);
  await start(scope);
  await service().idle();
  const lasting = async (text: string) => (await itemsNaming(text)).filter(({ expiresAt }) => expiresAt === undefined);
  for (const name of ['Datornica Veche', 'Datornica Plătită']) expect(await lasting(name)).toEqual([]);
  expect((await lasting('Datornica Nouă')).map(({ kind }) => kind).toSorted()).toEqual(['client', 'opening-balance']);
});

it('keeps a client as long as it has credit, which no document names', async () => {
  const scope = await lastingTrader(service());
  const person = { type: 'individual', cui: null, vatCode: null, isVatPayer: false, registrationNumber: null };
  const { id: clientId } = await service().newClient(scope, { ...person, name: 'Plătitoare Veche' });
  const allocate = (amount: number) =>
    call<{ id: string }>(service(), scope, 'POST', '/allocations', { clientId, amount, paymentDate: today() });
  expect((await allocate(5000)).status).toBe(201);
  await choose(scope, { clientMonths: 2 });
  await service().advance('P70D');
  // The other client of the company.
  expect((await retentionOf(scope)).body.past.clients).toBe(1);
  await start(scope);
  await service().idle();
  const creditOf = async () => {
    const { status, body } = await call<{ credit: object[] }>(service(), scope, 'GET', `/clients/${clientId}`);
    return [status, body.credit];
  };
  expect(await creditOf()).toEqual([200, [{ currency: 'RON', amount: 5000 }]]);
  // Paid back: nothing keeps it any more.
  expect((await allocate(-5000)).status).toBe(201);
  expect((await retentionOf(scope)).body.past.clients).toBe(1);
});
