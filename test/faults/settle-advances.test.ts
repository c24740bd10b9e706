import { expect, it } from 'vitest';
import type { Invoice } from '../support/contract.ts';
import { places } from '../support/effort.ts';
import { call, draft, issued, readyCompany } from '../support/invoices.ts';
import { importsOf } from '../support/imports/imports.ts';
import { useOwnService } from '../support/service.ts';

const service = useOwnService();

it('a process that dies at any call while it settles an advance leaves nothing, or the issued invoice and the drawn advance', async () => {
  const scope = await readyCompany(service());
  const { clientId } = scope;
  const of = (unitPrice: number) => ({ clientId, lines: [{ description: 'Mobilier', quantity: 1, unitPrice, vatRate: 21 }] });
  const fresh = async () => ({ paid: await issued(service(), scope, of(100)), final: await draft(service(), scope, of(1000)) });
  const settle = ({ paid, final }: { paid: Invoice; final: Invoice }) =>
    call(service(), scope, 'POST', `/invoices/${final.id}/settle-advances`, { advances: [{ id: paid.id }] });
  const read = async ({ id }: Invoice): Promise<Invoice> => (await call(service(), scope, 'GET', `/invoices/${id}`)).body;

  expect((await settle(await fresh())).status).toBe(200);
  const calls =
    service()
      .runtime.meter.last(5)
      .find(request => request.function === 'invoices-settle-advances')?.calls ?? [];
  expect(calls.map(one => one.operation)).toContain('TransactWriteItems');
  let made = 0;
  let next = await fresh();
  for (const at of places(calls.length, 8)) {
    for (const when of ['before', 'after'] as const) {
      const what = `died ${when} call ${at}, ${calls[at - 1]?.operation}`;
      service().runtime.faults.crash({ call: at, when, name: 'invoices-settle-advances' });
      expect((await settle(next)).status, what).toBe(500);
      expect(service().runtime.faults.crashed(), what).toBe(true);
      const [final, paid] = [await read(next.final), await read(next.paid)];
      if (final.status === 'draft') {
        expect([final.subtotal, paid.drawnBy], what).toEqual([1000, undefined]);
        continue;
      }
      made += 1;
      expect([final.subtotal, paid.drawnBy], what).toEqual([900, [{ documentId: final.id, amount: 100 }]]);
      expect((await settle(next)).status, what).toBe(409);
      next = await fresh();
    }
  }
  // It died after its transaction at least once: after its last call.
  expect(made).toBeGreaterThan(0);
  expect((await settle(next)).status).toBe(200);
});

it('an imported invoice that is settled and removed at the same time is drawn and there, or gone and not drawn', async () => {
  const scope = await readyCompany(service());
  const request = <T>(method: string, path: string, body?: unknown) => call<T>(service(), scope, method, path, body as object);
  const { store } = importsOf({ request });
  const { id: clientId, name } = await service().newClient(scope, { name: 'Livada SRL', cui: 'RO14399840' });
  await service().idle();
  for (let round = 1; round <= 5; round++) {
    const row = `OLD-${round};${name};2026-09-05;100;21`;
    const { body } = await store('documents', `number;name;issueDate;base;rate\n${row}`);
    const id = body.rows[0]?.id ?? '';
    expect(id, JSON.stringify(body)).not.toBe('');
    const lines = [{ description: 'Mobilier', quantity: 1, unitPrice: 1000 + round, vatRate: 21 }];
    const final = await draft(service(), scope, { clientId, lines });
    const [settled, removed] = await Promise.all([
      request('POST', `/invoices/${final.id}/settle-advances`, { advances: [{ id }] }),
      request('DELETE', `/invoices/${id}`),
    ]);
    expect([200, 404], JSON.stringify(settled.body)).toContain(settled.status);
    expect(removed.status).toBe(settled.status === 200 ? 422 : 204);
    const { subtotal } = (await request<Invoice>('GET', `/invoices/${final.id}`)).body;
    expect(subtotal).toBe(settled.status === 200 ? 900 + round : 1000 + round);
  }
});
