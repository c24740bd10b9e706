import { expect, it } from 'vitest';
import { PERMISSIONS } from '#shared/platform/access/permissions.ts';
import type { Invoice } from '../support/contract.ts';
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
  data: { id: string; number: string; total: number; balance: number }[];
  total: number;
}

const synchronize = (scope: Receiver): Promise<string> => run(service(), scope);
/**
 * Expects exactly the two invoices and the credit note, which reduces the first once, their one supplier and their messages, and no run in
 * progress.
 */
async function expectAll(scope: Receiver, what: string): Promise<void> {
  const { body } = await call<Listed>(service(), scope, 'GET', '/invoices?sort=number&order=asc');
  expect(
    body.data.map(({ number, total, balance }) => [number, total, balance]),
    what,
  ).toEqual([
    ['F-1', 121, 60.5],
    ['F-2', 121, 121],
    ['NC-1', -60.5, 0],
  ]);
  expect(body.total, what).toBe(3);
  const [first] = body.data;
  const { body: detail } = await call<Invoice>(service(), scope, 'GET', `/invoices/${first?.id}`);
  expect(detail.creditNotes, what).toHaveLength(1);
  expect(
    detail.events.filter(({ details }) => details.startsWith('Credited by')),
    what,
  ).toHaveLength(1);
  const suppliers = await call<{ data: object; total: number }>(service(), scope, 'GET', '/suppliers');
  expect(suppliers.body, what).toMatchObject({ total: 1, data: { F: [{ invoiceCount: 2, totalExpenses: 181.5 }] } });
  const messages = await call<{ data: { status: string }[]; total: number }>(service(), scope, 'GET', '/efactura-messages');
  expect(messages.body, what).toMatchObject({ total: 3, data: [{ status: 'ok' }, { status: 'ok' }, { status: 'ok' }] });
  const status = await call(service(), scope, 'GET', '/sync/status');
  expect(status.body, what).toMatchObject({ running: false, lastSync: expect.any(String) });
}

/** The number of further runs that may be needed after an interrupted one. */
const FURTHER_RUNS = 3;

/** Whether a run has ended, and all messages have been read. */
async function isComplete(scope: Receiver): Promise<boolean> {
  const messages = await call<{ data: { status: string }[] }>(service(), scope, 'GET', '/efactura-messages');
  const status = await call<{ running: boolean; lastSync: string | null }>(service(), scope, 'GET', '/sync/status');
  const read = messages.body.data.filter(message => message.status === 'ok').length;
  return read === 3 && !status.body.running && status.body.lastSync !== null;
}

it('a run that crashes at any call is resumed: every document is stored exactly once, and a credit note is settled once', async () => {
  const calls = await interruptEveryCall(service(), {
    name: 'workers-inbound-sync',
    run: async what => {
      const scope = await receiver();
      // The credit note comes before its invoice in every second run.
      const order = made % 2 === 0 ? ['F-1', 'NC-1', 'F-2'] : ['NC-1', 'F-1', 'F-2'];
      for (const number of order) {
        const note = number === 'NC-1' && { root: 'CreditNote' as const, net: '50.00', vat: '10.50', names: { number: 'F-1' } };
        await deliver(service(), scope, supplierInvoice({ buyer: scope.cif, number, ...note }));
      }
      await synchronize(scope);
      // The queue delivers the message again after its visibility timeout of 30 minutes.
      if (service().runtime.faults.crashed()) await service().advance('PT31M');
      // A call to the authority without a response fails the run, or leaves its message to the next one, after the plan's interval.
      for (let further = 0; further < FURTHER_RUNS && !(await isComplete(scope)); further++) {
        await service().advance('PT30M');
        await synchronize(scope);
      }
      await expectAll(scope, what);
    },
    check: () => Promise.resolve(),
  });
  expect(calls).toBeGreaterThan(10);
});
