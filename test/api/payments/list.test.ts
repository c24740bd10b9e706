import { beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../../shared/kernel/dates.ts';
import { today } from '../../../shared/kernel/clock.ts';
import type { Answered, Invoice, Payment, RecordedPayment, Refusal } from '../../support/contract.ts';
import { type Crediting, crediting } from '../../support/credit-notes.ts';
import { call, inForce } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';

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

describe('GET and DELETE of payments', () => {
  it('lists by date, newest first, of one day the last recorded first', async () => {
    const { id } = await invoiced({ issueDate: addDays(today(), -9) });
    const days = [-3, -1, -3, -2];
    for (const [place, day] of days.entries()) await pay(id, place + 1, { paymentDate: addDays(today(), day) });
    expect((await list(id)).map(one => one.amount)).toEqual([2, 4, 3, 1]);
  });
});
