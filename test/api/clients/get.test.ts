import { describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import type { ClientView } from '../../support/contract.ts';
import { delivering, postNote } from '../../support/delivery-notes.ts';
import { call, issued } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';
import { person, clientsCalls } from './calls.ts';

const service = useService();
const { newScope, add } = clientsCalls(service);

describe('One client', () => {
  it('returns its history, newest first, in pages', async () => {
    const scope = await newScope();
    const client = await service().newClient(scope);
    const numbers = [];
    for (let place = 0; place < 3; place++) numbers.push((await issued(service(), scope, { clientId: client.id })).number);
    const { body } = await call<ClientView>(service(), scope, 'GET', `/clients/${client.id}?limit=2`);
    expect(body).toMatchObject({ invoiceCount: 3, invoiceTotal: 363, deliveryNoteCount: 0, receiptHistory: [], receiptCount: 0 });
    expect(body.invoiceHistory.map(row => row.number)).toEqual(numbers.toReversed().slice(0, 2));
    expect(body.invoiceHistory[0]).toEqual({
      id: expect.any(String),
      number: numbers.at(-1),
      issueDate: expect.any(String),
      dueDate: expect.any(String),
      total: 121,
      currency: 'RON',
      status: 'issued',
      direction: 'outgoing',
    });
  });

  it('returns the last five of its delivery notes, newest first, and their number', async () => {
    const scope = await delivering(service(), await newScope());
    const other = (await add(scope, person)).body.client;
    const posted = [];
    for (let place = 1; place <= 6; place++) {
      const issueDate = addDays(today(), -7 + place);
      posted.push((await postNote(service(), scope, { issueDate, dueDate: issueDate })).body);
    }
    await postNote(service(), scope, { clientId: other.id });
    const { body } = await call<ClientView>(service(), scope, 'GET', `/clients/${scope.clientId}`);
    expect([body.deliveryNoteCount, body.invoiceCount]).toEqual([6, 0]);
    expect(body.deliveryNoteHistory).toEqual(
      posted
        .toReversed()
        .slice(0, 5)
        .map(({ uuid, number, issueDate }) => ({ uuid, number, issueDate, total: 121, status: 'draft' })),
    );
  });

  it('is unknown to another company (404)', async () => {
    const [mine, theirs] = [await newScope(), await newScope()];
    const { client } = (await add(theirs, person)).body;
    expect((await call(service(), mine, 'GET', `/clients/${client.id}`)).status).toBe(404);
    expect((await call(service(), mine, 'GET', '/clients/nonsense')).status).toBe(404);
  });
});
