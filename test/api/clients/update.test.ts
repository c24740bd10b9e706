import { describe, expect, it } from 'vitest';
import { call, draft } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';
import { clientsCalls, names, person } from './calls.ts';

const service = useService();
const { newScope, add, change, list } = clientsCalls(service);

describe('One client', () => {
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
});
