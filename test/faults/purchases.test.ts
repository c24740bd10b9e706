import { describe, expect, it } from 'vitest';
import { places } from '../support/effort.ts';
import { call, readyCompany } from '../support/invoices.ts';
import { nextNumber, purchaseBody } from '../support/purchases/purchases.ts';
import type { Journal, SupplierView } from '../support/contract.ts';
import type { Scope } from '../support/service.ts';
import { useOwnService } from '../support/service.ts';

/** Purchases whose request ends in the middle: the purchase, its journal row and the sums of its supplier are written together, or not at all. */

const service = useOwnService();

interface Made {
  id: string;
  supplier: { id: string };
}

const send = <T = Made>(scope: Scope, method: string, path: string, body?: object) =>
  call<T>(service(), scope, method, path, body);

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
    const metered = (name: string): number =>
      (
        service()
          .runtime.meter.last(5)
          .find(one => one.function === name)?.calls ?? []
      ).length;
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
