import { expect, it } from 'vitest';
import type { Invoice } from '../support/contract.ts';
import { places } from '../support/effort.ts';
import { call, draft, issued, readyCompany } from '../support/invoices.ts';
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
