import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../support/invoices.ts';
import { type Scope, useService } from '../../support/service.ts';
import { vatRatesCalls } from '../vat-rates/calls.ts';
import { productsCalls } from './calls.ts';

const service = useService();
const { newScope, add, change } = productsCalls(service);
const { list: rates } = vatRatesCalls(service);

/** A company for tests that do not depend on the number of its records. */
let shared: Scope;
beforeAll(async () => {
  shared = await newScope();
});

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
});
