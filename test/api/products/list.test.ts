import { describe, expect, it } from 'vitest';
import { call } from '../../support/invoices.ts';
import { type Scope, useService } from '../../support/service.ts';
import { productsCalls } from './calls.ts';

const service = useService();
const { newScope, add, list } = productsCalls(service);
const names = async (scope: Scope, query: string): Promise<string[]> => (await list(scope, query)).data.map(one => one.name);

describe('Listing products', () => {
  it('pages, sorts, searches and filters', async () => {
    const scope = await newScope();
    await add(scope, { name: 'Țuică', unitPrice: 30, code: 'B', description: 'de prune' });
    await add(scope, { name: 'apă', unitPrice: 5, isActive: false });
    await add(scope, { name: 'Sare', unitPrice: '12.5', code: 'a' });
    expect(await names(scope, '')).toEqual(['apă', 'Sare', 'Țuică']);
    expect(await names(scope, '?order=desc')).toEqual(['Țuică', 'Sare', 'apă']);
    expect(await names(scope, '?sort=code')).toEqual(['Sare', 'Țuică', 'apă']);
    expect(await names(scope, '?sort=unitPrice&order=desc')).toEqual(['Țuică', 'Sare', 'apă']);
    expect(await names(scope, '?sort=createdAt')).toEqual(['Țuică', 'apă', 'Sare']);
    expect(await names(scope, '?search=TUICA')).toEqual(['Țuică']);
    expect(await names(scope, '?search=prune')).toEqual(['Țuică']);
    expect(await names(scope, '?isActive=false')).toEqual(['apă']);
    expect(await names(scope, `?categoryId=${scope.company}`)).toEqual([]);
    const page = await list(scope, '?limit=2&page=2');
    expect(page).toMatchObject({ total: 3, page: 2, limit: 2, pages: 2 });
    expect(page.data.map(one => one.name)).toEqual(['Țuică']);
    expect(await list(scope, '?isActive=true&limit=1')).toMatchObject({ total: 2, pages: 2 });
  });

  it('rejects ?sort=color with 422', async () => {
    expect((await call(service(), await newScope(), 'GET', '/products?sort=color')).status).toBe(422);
  });
});
