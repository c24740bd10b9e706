import { expect, it } from 'vitest';
import { PERMISSIONS } from '../../shared/access/permissions.ts';
import { LONG } from '../support/effort.ts';
import { call, connect } from '../support/invoices.ts';
import { keyWith } from '../support/members.ts';
import { deliver, type Receiver, supplierInvoice } from '../support/taxauth/received.ts';
import { useOwnService } from '../support/service.ts';

const service = useOwnService();

let made = 0;
async function receiver(): Promise<Receiver> {
  const user = await service().newUser();
  const cif = String(30_000_000 + ++made);
  const { company } = await service().newCompany(user, { cif, vatCode: `RO${cif}` });
  await connect(service(), { token: user.token, company });
  return { token: await keyWith(service(), user, PERMISSIONS), company, cif };
}

interface Listed {
  data: { number: string; total: number }[];
  total: number;
}

/** Expects exactly the two invoices, their one supplier and their two messages, and no run in progress. */
async function expectBoth(scope: Receiver, what: string): Promise<void> {
  const { body } = await call<Listed>(service(), scope, 'GET', '/invoices?sort=number&order=asc');
  expect(
    body.data.map(({ number, total }) => [number, total]),
    what,
  ).toEqual([
    ['F-1', 121],
    ['F-2', 121],
  ]);
  expect(body.total, what).toBe(2);
  const suppliers = await call<{ data: object; total: number }>(service(), scope, 'GET', '/suppliers');
  expect(suppliers.body, what).toMatchObject({ total: 1, data: { F: [{ invoiceCount: 2, totalExpenses: 242 }] } });
  const messages = await call<{ data: { status: string }[]; total: number }>(service(), scope, 'GET', '/efactura-messages');
  expect(messages.body, what).toMatchObject({ total: 2, data: [{ status: 'ok' }, { status: 'ok' }] });
  const status = await call<{ running: boolean; lastSync: string | null }>(service(), scope, 'GET', '/sync/status');
  expect(status.body, what).toMatchObject({ running: false, lastSync: expect.any(String) });
}

it('a run that crashes at any call is resumed: every document is stored exactly once', async () => {
  const { faults } = service().runtime;
  let lastPosition = 0;
  let isOver = false;
  // Every fourth call in `npm test`, each in the long run, until a run comes to its end.
  for (let at = 1; !isOver; at += LONG ? 1 : 4) {
    for (const when of ['before', 'after'] as const) {
      const scope = await receiver();
      for (const number of ['F-1', 'F-2']) await deliver(service(), scope, supplierInvoice({ buyer: scope.cif, number }));
      faults.crash({ call: at, when, name: 'workers-inbound-sync' });
      const triggered = await call(service(), scope, 'POST', '/sync/trigger', {});
      expect(triggered.status).toBe(202);
      await service().idle(60_000);
      isOver = !faults.crashed();
      // The queue delivers the message again after its visibility timeout of 30 minutes.
      if (isOver) faults.clear();
      else await service().advance('PT31M');
      await expectBoth(scope, `${when} call ${at}`);
      lastPosition = at;
    }
  }
  // A run makes more than ten calls: crashes did happen.
  expect(lastPosition).toBeGreaterThan(10);
}, 600_000);
