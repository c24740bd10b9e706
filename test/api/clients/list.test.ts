import { describe, expect, it } from 'vitest';
import { call, draft, issued } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';
import { clientsCalls, firm, names, person } from './calls.ts';
import type { BulkDeletion } from '../../support/contract.ts';

const service = useService();
const { newScope, add, list } = clientsCalls(service);

describe('Listing clients', () => {
  it('groups by the first letter without diacritics, everything else under #, the page cut before grouping', async () => {
    const scope = await newScope();
    for (const name of ['Șapte', 'alfa', 'Ágnes', '3M', 'Beta', 'Ωmega', 'Sâmbătă']) await add(scope, firm(name));
    const page = await list(scope);
    expect(names(page)).toEqual({ '#': ['3M', 'Ωmega'], A: ['Ágnes', 'alfa'], B: ['Beta'], S: ['Sâmbătă', 'Șapte'] });
    expect(page).toMatchObject({ total: 7, page: 1, limit: 20, pages: 1 });
    const second = await list(scope, '?page=2&limit=3');
    expect(names(second)).toEqual({ B: ['Beta'], S: ['Sâmbătă', 'Șapte'] });
    expect(second).toMatchObject({ total: 7, page: 2, limit: 3, pages: 3 });
    expect(names(await list(scope, '?order=desc&limit=2'))).toEqual({ '#': ['Ωmega'], S: ['Șapte'] });
  });

  it('sorts by creation inside each group', async () => {
    const scope = await newScope();
    for (const name of ['A2', 'B1', 'A1']) await add(scope, firm(name));
    expect(names(await list(scope, '?sort=createdAt'))).toEqual({ A: ['A2', 'A1'], B: ['B1'] });
    expect(names(await list(scope, '?sort=createdAt&order=desc'))).toEqual({ A: ['A1', 'A2'], B: ['B1'] });
  });

  it('searches name, cui, cnp, vatCode, idNumber and email; filters by type, country and vatPayer; returns totals of the matches', async () => {
    const scope = await newScope();
    await add(scope, { ...firm('Librăria Doi', '5551'), isVatPayer: true, email: 'office@doi.example' });
    await add(scope, { ...person, cnp: '1800101223344', idNumber: 'XT-99' });
    await add(scope, { name: 'Drei', address: 'A', city: 'B', country: 'AT', vatCode: 'ATU11' });
    const found = async (query: string): Promise<string[]> => Object.values(names(await list(scope, query))).flat();
    expect(await found('?search=LIBRARIA')).toEqual(['Librăria Doi']);
    expect(await found('?search=555')).toEqual(['Librăria Doi']);
    expect(await found('?search=doi.EXAMPLE')).toEqual(['Librăria Doi']);
    expect(await found('?search=0101223')).toEqual(['Ion Ionescu']);
    expect(await found('?search=xt-9')).toEqual(['Ion Ionescu']);
    expect(await found('?search=atu')).toEqual(['Drei']);
    expect(await found('?search=nobody')).toEqual([]);
    expect(await found('?type=individual')).toEqual(['Ion Ionescu']);
    expect(await found('?country=at')).toEqual(['Drei']);
    expect(await found('?vatPayer=yes')).toEqual(['Librăria Doi']);
    expect((await list(scope, '?vatPayer=no&limit=1')).total).toBe(2);
  });

  it('rejects an unknown order with 422, and lowers a limit above 200 to 200', async () => {
    const scope = await newScope();
    expect((await call(service(), scope, 'GET', '/clients?order=up')).status).toBe(422);
    expect(await list(scope, '?limit=5000')).toMatchObject({ limit: 200, total: 0, pages: 0 });
  });

  it('counts issued outgoing invoices and their revenue', async () => {
    const scope = await newScope();
    const client = await service().newClient(scope);
    await issued(service(), scope, { clientId: client.id });
    await issued(service(), scope, { clientId: client.id });
    await draft(service(), scope, { clientId: client.id });
    const [listed] = Object.values((await list(scope)).data).flat();
    expect(listed).toMatchObject({ invoiceCount: 2, totalRevenue: 242 });
  });
});

describe('deleting clients in bulk', () => {
  it('deletes existing ones, each once, and reports each unknown id', async () => {
    const scope = await newScope();
    const ids: string[] = [];
    for (const name of ['A', 'B', 'C']) ids.push((await add(scope, firm(name))).body.client.id);
    const { status, body } = await call<BulkDeletion>(service(), scope, 'POST', '/clients/bulk-delete', {
      ids: [ids[0], ids[1], 'nonsense', ids[0], scope.company],
    });
    expect(status).toBe(200);
    expect(body.deleted).toBe(2);
    expect(body.errors.map(error => error.id)).toEqual(['nonsense', scope.company]);
    expect((await list(scope)).total).toBe(1);
  });

  it('an id that no record can have is unknown, however long: the others are deleted', async () => {
    const scope = await newScope();
    const { client } = (await add(scope, firm('C', '911'))).body;
    const odd = ['x'.repeat(1_025), 'ș'.repeat(3_000), '', 'a#b'];
    const { status, body } = await call<BulkDeletion>(service(), scope, 'POST', '/clients/bulk-delete', {
      ids: [...odd, client.id],
    });
    expect(status).toBe(200);
    expect(body.deleted).toBe(1);
    expect(body.errors.map(error => error.id)).toEqual(odd);
  });

  it('rejects a body without ids with 400', async () => {
    expect((await call(service(), await newScope(), 'POST', '/clients/bulk-delete', {})).status).toBe(400);
  });
});
