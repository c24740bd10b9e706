import { describe, expect, it } from 'vitest';
import { call, detailOf, invoiceBody, issued } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';
import { clientsCalls } from './calls.ts';

const service = useService();
const { newScope, add, list, remove } = clientsCalls(service);

describe('One client', () => {
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
