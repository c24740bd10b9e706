import { describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import type { ClientView } from '../../support/contract.ts';
import { delivering, postNote } from '../../support/delivery-notes.ts';
import { call, issued, draft, detailOf, invoiceBody } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';
import { person, clientsCalls, names } from './calls.ts';

const service = useService();
const { newScope, add, change, list, remove } = clientsCalls(service);

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

  it('changes the given fields and clears those that are null; rejects an empty change', async () => {
    const scope = await newScope();
    const { client } = (await add(scope, { ...person, phone: '07' })).body;
    const { status, body } = await change(scope, client.id, { name: 'Zoe', phone: null, notes: 'Bună' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      client: { name: 'Zoe', phone: null, notes: 'Bună', city: 'Iași' },
      invoicesUpdated: 0,
      invoicesKept: 0,
    });
    expect(names(await list(scope))).toEqual({ Z: ['Zoe'] });
    expect((await change(scope, client.id, {})).status).toBe(422);
  });

  it('rejects an empty name, address and city (422)', async () => {
    const scope = await newScope();
    const { client } = (await add(scope, person)).body;
    for (const body of [{ name: '' }, { address: null }, { city: '' }])
      expect((await change(scope, client.id, body)).status, JSON.stringify(body)).toBe(422);
  });

  it('rejects the tax number of another client (409), and frees the old one', async () => {
    const scope = await newScope();
    const one = (await add(scope, { name: 'One', cui: '111' })).body.client;
    const two = (await add(scope, { name: 'Two', cui: '222' })).body.client;
    const refused = await change(scope, two.id, { cui: 'RO111' });
    expect(refused.status).toBe(409);
    expect(refused.body.error.details).toEqual({ reason: 'cui_taken' });
    expect((await change(scope, one.id, { cif: '333' })).body.client.cui).toBe('333');
    expect((await change(scope, two.id, { cui: '111' })).status).toBe(200);
  });

  it('keeps both of two simultaneous changes, and the counts', async () => {
    const scope = await newScope();
    const client = await service().newClient(scope);
    const { id } = await draft(service(), scope, { clientId: client.id });
    await Promise.all([
      change(scope, client.id, { phone: '0711' }),
      call(service(), scope, 'POST', `/invoices/${id}/issue`),
      change(scope, client.id, { contactPerson: 'Ana' }),
    ]);
    const [listed] = Object.values((await list(scope)).data).flat();
    expect(listed).toMatchObject({ phone: '0711', contactPerson: 'Ana', invoiceCount: 1 });
  });

  it('is deleted softly: 404 afterwards, its tax number free, rejected on new documents, kept on old ones', async () => {
    const scope = await newScope();
    const client = await service().newClient(scope);
    const before = await issued(service(), scope, { clientId: client.id });
    expect((await remove(scope, client.id)).status).toBe(204);
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect(
        (await call(service(), scope, method, `/clients/${client.id}`, method === 'PATCH' ? { name: 'X' } : undefined)).status,
      ).toBe(404);
    expect((await list(scope)).total).toBe(0);
    expect((await detailOf(service(), scope, before.id)).client?.name).toBe(client.name);
    const refused = await call(service(), scope, 'POST', '/invoices', invoiceBody(client.id));
    expect(refused.status).toBe(404);
    expect((await add(scope, { name: 'New', cui: client.cui })).status).toBe(201);
  });
});
