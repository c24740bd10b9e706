import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../support/invoices.ts';
import { type Scope, useService } from '../../support/service.ts';
import { vatRatesCalls } from '../vat-rates/calls.ts';
import { productsCalls } from './calls.ts';
import type { BulkDeletion } from '../../support/contract.ts';

const service = useService();
const { newScope, add, change, list, remove } = productsCalls(service);
const { list: rates } = vatRatesCalls(service);
/** A company for tests that do not depend on the number of its records. */
let shared: Scope;
beforeAll(async () => {
  shared = await newScope();
});
const names = async (scope: Scope, query: string): Promise<string[]> => (await list(scope, query)).data.map(one => one.name);

describe('Products (REC-37 to REC-43)', () => {
  it('adds one with every default, and reads it back with its usage', async () => {
    const scope = shared;
    const { status, body } = await add(scope, { name: 'Masă', unitPrice: '12.3456' });
    const standard = (await rates(scope)).find(rate => rate.rate === 21);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      uuid: body.id,
      name: 'Masă',
      code: null,
      description: null,
      unitPrice: 12.3456,
      defaultPrice: 12.3456,
      currency: 'RON',
      vatRateId: standard?.id,
      vatRate: 21,
      vatCategoryCode: 'S',
      unitOfMeasure: 'buc',
      isService: false,
      isActive: true,
      usage: 'both',
      ncCode: null,
      cpvCode: null,
      color: null,
      categoryId: null,
      category: null,
      sgrAmount: null,
      netWeight: null,
      grossWeight: null,
      metadata: {},
      source: 'manual',
      lastSyncedAt: null,
      usageCount: 0,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect((await call(service(), scope, 'GET', `/products/${body.id}`)).body).toEqual({
      ...body,
      usageStats: { totalUsage: 0, totalRevenue: 0, averageQuantity: 0, firstUsedDate: null, lastUsedDate: null },
    });
  });

  it('takes its VAT from a rate, a percentage or a category; a company that is no VAT payer defaults to its 0 rate', async () => {
    const scope = shared;
    const eleven = (await rates(scope)).find(rate => rate.rate === 11);
    const vat = async (body: object): Promise<object> => {
      const { vatRateId, vatRate, vatCategoryCode } = (await add(scope, { name: 'X', unitPrice: 1, ...body })).body;
      return { vatRateId, vatRate, vatCategoryCode };
    };
    const reduced = { vatRateId: eleven?.id, vatRate: 11, vatCategoryCode: 'S' };
    expect(await vat({ vatRateId: eleven?.id })).toEqual(reduced);
    expect(await vat({ vatRate: '11.00' })).toEqual(reduced);
    expect(await vat({ vatRate: 19 })).toEqual({ vatRateId: null, vatRate: 19, vatCategoryCode: 'S' });
    expect(await vat({ vatRate: 0, vatCategoryCode: 'ae' })).toMatchObject({ vatRate: 0, vatCategoryCode: 'AE' });
    const small = await service().newCompany(await service().newUser(), { vatPayer: false, vatCode: null });
    expect((await add(small, { name: 'X', unitPrice: 1 })).body).toMatchObject({ vatRate: 0, vatCategoryCode: 'O' });
  });

  it('rejects missing and invalid fields with 422 that names them', async () => {
    const refused = await add(shared, { unitPrice: -1 });
    expect(refused.status).toBe(422);
    expect(refused.body.error.details).toEqual({ name: [expect.any(String)], unitPrice: [expect.any(String)] });
  });

  it('returns 404 for a VAT rate or category that the company does not have', async () => {
    const [scope, other] = [shared, await newScope()];
    const [foreign] = await rates(other);
    expect((await add(scope, { name: 'X', unitPrice: 1, vatRateId: foreign?.id })).status).toBe(404);
    expect((await add(scope, { name: 'X', unitPrice: 1, categoryId: scope.company })).status).toBe(404);
  });

  it('accepts a code once (422), in any case, also under concurrency; deleting frees it', async () => {
    const scope = await newScope();
    const answers = await Promise.all(['AB-1', 'ab-1', 'Ab-1'].map(code => add(scope, { name: code, unitPrice: 1, code })));
    expect(answers.map(one => one.status).sort()).toEqual([201, 422, 422]);
    const made = answers.find(one => one.status === 201)?.body;
    const other = (await add(scope, { name: 'Other', unitPrice: 1, code: 'AB-2' })).body;
    expect((await change(scope, other.id, { code: 'AB-1' })).status).toBe(422);
    expect((await call(service(), scope, 'DELETE', `/products/${made?.id}`)).status).toBe(204);
    expect((await change(scope, other.id, { code: 'AB-1' })).status).toBe(200);
  });

  it('changes the given fields, clears those that are null, and keeps VAT that is not given', async () => {
    const scope = await newScope();
    const { body } = await add(scope, { name: 'X', unitPrice: 1, vatRate: 11, code: 'C', color: '#ABCDEF', sgrAmount: 0.5 });
    expect(body).toMatchObject({ color: '#abcdef', sgrAmount: '0.50' });
    const changed = await change(scope, body.id, { defaultPrice: 2, code: null, isActive: false });
    expect(changed.body).toMatchObject({ unitPrice: 2, code: null, isActive: false, vatRate: 11, sgrAmount: '0.50' });
    expect((await change(scope, body.id, { vatRate: 5 })).body).toMatchObject({ vatRate: 5, vatCategoryCode: 'S' });
    expect((await change(scope, body.id, { vatRateId: null })).body).toMatchObject({ vatRate: 5, vatRateId: null });
    expect((await change(scope, body.id, {})).status).toBe(422);
    expect((await change(scope, body.id, { name: '' })).status).toBe(422);
  });

  it('keeps the weights of one unit as decimal strings of kilograms', async () => {
    const scope = await newScope();
    const { body } = await add(scope, { name: 'Șurub', unitPrice: 1, netWeight: 0.0045, grossWeight: '0.0050' });
    expect(body).toMatchObject({ netWeight: '0.0045', grossWeight: '0.005' });
    expect((await change(scope, body.id, { netWeight: '0.004' })).body).toMatchObject({
      ...{ netWeight: '0.004', grossWeight: '0.005' },
    });
    expect((await change(scope, body.id, { grossWeight: null })).body.grossWeight).toBeNull();
    expect((await list(scope, '')).data).toMatchObject([{ netWeight: '0.004', grossWeight: null }]);
    expect((await change(scope, body.id, { netWeight: 0 })).status).toBe(422);
  });

  it('returns 404 once deleted, and for another company', async () => {
    const [scope, other] = [await newScope(), await newScope()];
    const { id } = (await add(scope, { name: 'X', unitPrice: 1 })).body;
    expect((await call(service(), other, 'GET', `/products/${id}`)).status).toBe(404);
    expect((await remove(scope, id)).status).toBe(204);
    expect((await call(service(), scope, 'GET', `/products/${id}`)).status).toBe(404);
    expect((await change(scope, id, { name: 'Y' })).status).toBe(404);
    expect((await remove(scope, id)).status).toBe(404);
    expect(await list(scope)).toMatchObject({ data: [], total: 0 });
  });
});

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

describe('deleting products in bulk', () => {
  it('deletes existing ones and reports the rest', async () => {
    const scope = await newScope();
    const made = await Promise.all(['A', 'B', 'C'].map(name => add(scope, { name, unitPrice: 1 })));
    const ids = made.map(one => one.body.id);
    const { body } = await call<BulkDeletion>(service(), scope, 'POST', '/products/bulk-delete', {
      ids: [ids[0], scope.company, ids[1]],
    });
    expect(body).toEqual({ deleted: 2, errors: [{ id: scope.company, error: 'Product not found.' }] });
    expect((await list(scope)).total).toBe(1);
    expect((await call(service(), scope, 'POST', '/products/bulk-delete', { ids: [] })).status).toBe(400);
  });
});
