import { describe, expect, it } from 'vitest';
import { places } from '../support/effort.ts';
import { call, readyCompany } from '../support/invoices.ts';
import { nextNumber, purchaseBody } from '../support/purchases/purchases.ts';
import type { Invoice, Journal, SupplierView } from '../support/contract.ts';
import type { Scope } from '../support/service.ts';
import { useOwnService } from '../support/service.ts';
import { received } from '../support/taxauth/received.ts';

/** Purchases whose request ends in the middle: the purchase, its journal row and the sums of its supplier are written together, or not at all. */

const service = useOwnService();

interface Made {
  id: string;
  supplier: { id: string };
}

const send = <T = Made>(scope: Scope, method: string, path: string, body?: object) =>
  call<T>(service(), scope, method, path, body);

/** The calls of the last request of a function. */
const metered = (name: string): number =>
  (
    service()
      .runtime.meter.last(5)
      .find(one => one.function === name)?.calls ?? []
  ).length;

/** What the company has: its purchases, and what its journal and its supplier say of them. */
async function stateOf(scope: Scope, supplierId: string) {
  const list = await send<{ total: number }>(scope, 'GET', '/invoices?direction=incoming');
  const journal = await send<Journal>(scope, 'GET', '/reports/journal?role=purchase&period=2026-11');
  const supplier = await send<SupplierView>(scope, 'GET', `/suppliers/${supplierId}`);
  return {
    listed: list.body.total,
    journalled: journal.body.total,
    base: journal.body.totals[0]?.baseLei ?? 0,
    counted: supplier.body.invoiceSummary.totalCount,
    expenses: supplier.body.invoiceSummary.totalExpenses,
  };
}

describe('a purchase', () => {
  it('whose request dies at any call is whole or not there, and is made by the repetition', async () => {
    const scope = await readyCompany(service());
    const { supplier } = (await send(scope, 'POST', '/purchases', purchaseBody())).body;
    const calls = metered('purchases-create');
    expect(calls).toBeGreaterThan(3);
    let count = 1;
    for (const at of places(calls, 8))
      for (const when of ['before', 'after'] as const) {
        const body = purchaseBody();
        service().runtime.faults.crash({ call: at, when, name: 'purchases-create' });
        await send(scope, 'POST', '/purchases', body);
        service().runtime.faults.clear();
        const { status } = await send(scope, 'POST', '/purchases', body);
        expect([201, 409], `died ${when} call ${at}`).toContain(status);
        count += 1;
        const sums = { base: count * 1000, expenses: count * 1000 };
        expect(await stateOf(scope, supplier.id)).toEqual({ listed: count, journalled: count, counted: count, ...sums });
      }
  });

  it('whose change or removal dies at any call is as it was, or as it was asked for', async () => {
    const scope = await readyCompany(service());
    const { supplier } = (await send(scope, 'POST', '/purchases', purchaseBody({ number: nextNumber() }))).body;
    const body = purchaseBody();
    const { id } = (await send(scope, 'POST', '/purchases', body)).body;
    for (const at of places(6, 6))
      for (const when of ['before', 'after'] as const) {
        const base = 100 * at + (when === 'after' ? 50 : 0);
        const change = { ...body, groups: [{ base }] };
        service().runtime.faults.crash({ call: at, when, name: 'purchases-update' });
        await send(scope, 'PUT', `/purchases/${id}`, change);
        service().runtime.faults.clear();
        expect((await send(scope, 'PUT', `/purchases/${id}`, change)).status, `died ${when} call ${at}`).toBe(200);
        const sums = { base: 1000 + base, expenses: 1000 + base };
        expect(await stateOf(scope, supplier.id)).toEqual({ listed: 2, journalled: 2, counted: 2, ...sums });
      }
    for (const at of places(6, 6)) {
      service().runtime.faults.crash({ call: at, when: 'after', name: 'purchases-remove' });
      await send(scope, 'DELETE', `/purchases/${id}`);
      service().runtime.faults.clear();
    }
    expect([204, 404]).toContain((await send(scope, 'DELETE', `/purchases/${id}`)).status);
    expect(await stateOf(scope, supplier.id)).toEqual({ listed: 1, journalled: 1, counted: 1, base: 1000, expenses: 1000 });
  });
});

describe('a purchase and the received credit note that names it, or names what it took back', () => {
  const supplier = { name: 'Furnizor SRL', cif: '12345674', country: 'RO' };
  const issueDate = '2026-11-04';
  const entered = (number: string, base = 100) => ({
    kind: 'invoice',
    supplier,
    number,
    issueDate,
    groups: [{ base, rate: 21 }],
  });
  const noteOn = (scope: Scope, number: string, names: string) =>
    received(scope, {
      root: 'CreditNote',
      number,
      issueDate,
      seller: supplier.cif,
      net: '50.00',
      vat: '10.50',
      names: { number: names },
    });
  const creditOf = async (scope: Scope, id: string): Promise<[number, number]> => {
    const { creditedAmount, balance } = (await send<Invoice>(scope, 'GET', `/invoices/${id}`)).body;
    return [creditedAmount, balance];
  };
  const [NONE, CREDITED] = [
    [0, 121],
    [60.5, 60.5],
  ];

  it('are linked or not when the change of the number dies at any call, and linked after its repetition', async () => {
    const scope = await readyCompany(service());
    const first = nextNumber();
    await noteOn(scope, nextNumber(), first);
    const { id: other } = (await send(scope, 'POST', '/purchases', entered(nextNumber()))).body;
    await send(scope, 'PUT', `/purchases/${other}`, entered(first));
    const calls = metered('purchases-update');
    expect([calls > 6, await creditOf(scope, other)]).toEqual([true, CREDITED]);
    let linked = 0;
    for (const at of places(calls, 6))
      for (const when of ['before', 'after'] as const) {
        const [number, what] = [nextNumber(), `died ${when} call ${at}`];
        const note = await noteOn(scope, nextNumber(), number);
        const { id } = (await send(scope, 'POST', '/purchases', entered(nextNumber()))).body;
        service().runtime.faults.crash({ call: at, when, name: 'purchases-update' });
        await send(scope, 'PUT', `/purchases/${id}`, entered(number));
        service().runtime.faults.clear();
        const parentOf = async () => (await send<Invoice>(scope, 'GET', `/invoices/${note}`)).body.parentDocument?.number;
        const isLinked = (await parentOf()) === number;
        linked += Number(isLinked);
        expect(await creditOf(scope, id), what).toEqual(isLinked ? CREDITED : NONE);
        expect((await send(scope, 'PUT', `/purchases/${id}`, entered(number))).status, what).toBe(isLinked ? 409 : 200);
        expect([await creditOf(scope, id), await parentOf()], what).toEqual([CREDITED, number]);
      }
    expect(linked).toBeGreaterThan(0);
  });

  it('of which the delivered one takes the place of the entered one when that is removed, whatever call it dies at', async () => {
    const scope = await readyCompany(service());
    const both = async () => {
      const [number, noteNumber] = [nextNumber(), nextNumber()];
      const { id: charged } = (await send(scope, 'POST', '/purchases', entered(number))).body;
      const { id } = (await send(scope, 'POST', '/purchases', entered(noteNumber, -50))).body;
      await noteOn(scope, noteNumber, number);
      return { charged, id };
    };
    await send(scope, 'DELETE', `/purchases/${(await both()).id}`);
    const calls = metered('purchases-remove');
    expect(calls).toBeGreaterThan(6);
    let linked = 0;
    for (const at of places(calls, 6)) {
      const { charged, id } = await both();
      service().runtime.faults.crash({ call: at, when: 'after', name: 'purchases-remove' });
      await send(scope, 'DELETE', `/purchases/${id}`);
      service().runtime.faults.clear();
      const isGone = (await send(scope, 'GET', `/invoices/${id}`)).status === 404;
      linked += Number(isGone);
      expect(await creditOf(scope, charged), `died after call ${at}`).toEqual(isGone ? CREDITED : NONE);
      expect((await send(scope, 'DELETE', `/purchases/${id}`)).status).toBe(isGone ? 404 : 204);
      expect(await creditOf(scope, charged), `died after call ${at}`).toEqual(CREDITED);
    }
    expect(linked).toBeGreaterThan(0);
  });
});
