import { expect, it } from 'vitest';
import { PERMISSIONS } from '../../shared/access/permissions.ts';
import { interruptEveryCall } from '../support/faults/every-call.ts';
import { call, connect } from '../support/invoices.ts';
import { keyWith } from '../support/members.ts';
import { deliver, type Receiver, supplierInvoice, synchronize as run } from '../support/taxauth/received.ts';
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

const synchronize = (scope: Receiver): Promise<string> => run(service(), scope);
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
  const status = await call(service(), scope, 'GET', '/sync/status');
  expect(status.body, what).toMatchObject({ running: false, lastSync: expect.any(String) });
}

/** How many runs more may be needed after an interrupted one. */
const FURTHER_RUNS = 3;

/** Whether a run has ended, and both messages have been read. */
async function isComplete(scope: Receiver): Promise<boolean> {
  const messages = await call<{ data: { status: string }[] }>(service(), scope, 'GET', '/efactura-messages');
  const status = await call<{ running: boolean; lastSync: string | null }>(service(), scope, 'GET', '/sync/status');
  const read = messages.body.data.filter(message => message.status === 'ok').length;
  return read === 2 && !status.body.running && status.body.lastSync !== null;
}

it('a run that crashes at any call is resumed: every document is stored exactly once', async () => {
  const calls = await interruptEveryCall(service(), {
    name: 'workers-inbound-sync',
    run: async what => {
      const scope = await receiver();
      for (const number of ['F-1', 'F-2']) await deliver(service(), scope, supplierInvoice({ buyer: scope.cif, number }));
      await synchronize(scope);
      // The queue delivers the message again after its visibility timeout of 30 minutes.
      if (service().runtime.faults.crashed()) await service().advance('PT31M');
      // A call to the authority without an answer fails the run, or leaves its message to the next one, after the plan's interval.
      for (let further = 0; further < FURTHER_RUNS && !(await isComplete(scope)); further++) {
        await service().advance('PT30M');
        await synchronize(scope);
      }
      await expectBoth(scope, what);
    },
    check: () => Promise.resolve(),
  });
  expect(calls).toBeGreaterThan(10);
});
