import { beforeAll, describe, expect, it } from 'vitest';
import { today } from '../../../shared/kernel/clock.ts';
import { companyKey, companyScope } from '../../../shared/store/table.ts';
import { transact, update } from '../../../shared/store/transact.ts';
import type { Answered, Invoice, Payment, RecordedPayment, Refusal } from '../../support/contract.ts';
import { type Crediting, crediting } from '../../support/credit-notes.ts';
import { call, detailOf, inForce } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';
import { refusal } from './calls.ts';

const service = useService();
let scope: Crediting;

beforeAll(async () => {
  scope = await crediting(service());
});

/** An invoice of 121.00 in force. */
const invoiced = (overrides: object = {}): Promise<Invoice> =>
  inForce(service(), scope, { clientId: scope.clientId, ...overrides });
const pay = (id: string, amount: unknown, more: object = {}): Promise<Answered<RecordedPayment & Refusal>> =>
  call(service(), scope, 'POST', `/invoices/${id}/payments`, { amount, paymentDate: today(), ...more });
const list = async (id: string) => (await call<Payment[]>(service(), scope, 'GET', `/invoices/${id}/payments`)).body;
const remove = (id: string, payment: string) => call<Refusal>(service(), scope, 'DELETE', `/invoices/${id}/payments/${payment}`);

/** The document, its ledger and the list agree: whatever is shown is the sum of the payments. */
async function agreed(id: string): Promise<Invoice> {
  const [invoice, payments] = await Promise.all([detailOf(service(), scope, id), list(id)]);
  const cents = payments.reduce((sum, one) => sum + Math.round(one.amount * 100), 0);
  expect(invoice.amountPaid).toBe(cents / 100);
  expect(invoice.payments).toHaveLength(payments.length);
  const row = await call<{ data: Invoice[] }>(service(), scope, 'GET', `/invoices?search=${invoice.number}`);
  expect(row.body.data[0]).toMatchObject({
    amountPaid: cents / 100,
    balance: invoice.balance,
    paymentStatus: invoice.paymentStatus,
  });
  return invoice;
}

describe('GET and DELETE of payments', () => {
  it('removing one opens the balance again: 204, an event, paidAt null', async () => {
    const { id } = await invoiced();
    await pay(id, 100);
    const { body } = await pay(id, 21);
    expect(await agreed(id)).toMatchObject({ paymentStatus: 'paid', paidAt: today() });
    expect((await remove(id, body.payment.uuid)).status).toBe(204);
    const after = await agreed(id);
    expect(after).toMatchObject({ balance: 21, amountPaid: 100, paymentStatus: 'partially_paid', paidAt: null });
    expect(after.events[0]).toMatchObject({
      ...{ type: 'payment_deleted', status: null },
      metadata: { paymentId: body.payment.uuid, amount: 21, currency: 'RON', method: 'bank_transfer' },
    });
    expect((await pay(id, 21)).body.invoice).toMatchObject({ balance: 0, paymentStatus: 'paid' });
  });

  it('removing one twice, or one of another invoice: 404', async () => {
    const [one, other] = [await invoiced(), await invoiced()];
    const { body } = await pay(one.id, 1);
    expect((await remove(other.id, body.payment.uuid)).status).toBe(404);
    expect((await remove(one.id, body.payment.uuid)).status).toBe(204);
    expect((await remove(one.id, body.payment.uuid)).status).toBe(404);
  });

  it('a reconciled one: 409', async () => {
    const { id } = await invoiced();
    const { body } = await pay(id, 1);
    await transact([
      update(companyKey(companyScope(scope.company), `INV#${id}#P#${body.payment.uuid}`), {
        expression: 'SET #data.isReconciled = :true',
        names: { '#data': 'data' },
        values: { ':true': true },
      }),
    ]);
    expect(refusal(await remove(id, body.payment.uuid))).toEqual([409, 'conflict', ['reason']]);
    expect(await list(id)).toHaveLength(1);
  });

  it('of a cancelled invoice: nothing is open, and it can be restored then', async () => {
    const { id } = await invoiced();
    const { body } = await pay(id, 21);
    await call(service(), scope, 'POST', `/invoices/${id}/cancel`, { reason: 'Ordered twice' });
    expect((await call(service(), scope, 'POST', `/invoices/${id}/restore`)).status).toBe(422);
    expect((await remove(id, body.payment.uuid)).status).toBe(204);
    expect(await agreed(id)).toMatchObject({ status: 'cancelled', balance: 0, amountPaid: 0 });
    expect((await call(service(), scope, 'POST', `/invoices/${id}/restore`)).body).toMatchObject({
      status: 'draft',
      balance: 121,
    });
  });
});
