import { beforeAll, describe, expect, it } from 'vitest';
import type { BulkDeletion, CreatedSupplier, SupplierPage, SupplierView } from '../../support/contract.ts';
import { call } from '../../support/invoices.ts';
import { recordCalls } from '../../support/records.ts';
import { type Scope, useService } from '../../support/service.ts';

const service = useService();
const suppliers = recordCalls<CreatedSupplier, SupplierPage>(service, '/suppliers');
const { newScope, add, change, list, remove } = suppliers;

/** A company for tests that do not depend on the number of its records. */
let shared: Scope;
beforeAll(async () => {
  shared = await newScope();
});

const firm = (name: string, cui?: string) => ({
  ...{ name, cui, registrationNumber: 'J40/12/2020' },
  ...{ address: 'Str. A 1', city: 'Cluj-Napoca', county: 'CJ' },
});

const names = (page: SupplierPage): Record<string, string[]> =>
  Object.fromEntries(Object.entries(page.data).map(([letter, rows]) => [letter, rows.map(({ name }) => name)]));

describe('creating a supplier (REC-29, REC-30)', () => {
  it('returns 201 with the whole record, cif as the other name of cui', async () => {
    const body = { ...firm(' Furnizor SRL '), cif: 'ro 14399840', email: '', bankAccount: 'RO49 AAAA 1B31 0075 9384 0000' };
    const made = await add(shared, body);
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      supplier: {
        id: expect.any(String),
        uuid: made.body.supplier.id,
        name: 'Furnizor SRL',
        cui: 'RO14399840',
        cif: 'RO14399840',
        vatCode: 'RO14399840',
        isVatPayer: false,
        registrationNumber: 'J40/12/2020',
        address: 'Str. A 1',
        city: 'Cluj-Napoca',
        county: 'CJ',
        country: 'RO',
        postalCode: null,
        email: null,
        phone: null,
        bankName: null,
        bankAccount: 'RO49AAAA1B31007593840000',
        notes: null,
        source: 'manual',
        lastSyncedAt: null,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    });
  });

  it('rejects missing fields with 422 that names them', async () => {
    const refused = await add(shared, { ...firm('X', '77'), address: ' ' });
    expect(refused.status).toBe(422);
    expect(refused.body.error.details).toMatchObject({ address: [expect.any(String)] });
  });

  it('returns 200 with the existing supplier for a known tax number, with or without RO, also for simultaneous requests', async () => {
    const scope = await newScope();
    const { body } = await add(scope, firm('First', '14399840'));
    expect(await add(scope, firm('Second', 'RO14399840'))).toMatchObject({
      status: 200,
      body: { supplier: body.supplier, existing: true },
    });
    const answers = await Promise.all(Array.from({ length: 5 }, () => add(scope, firm('X', '555'))));
    expect(answers.map(one => one.status).sort()).toEqual([200, 200, 200, 200, 201]);
    expect((await list(scope)).total).toBe(2);
  });
});

describe('listing suppliers', () => {
  it('groups by the first letter without diacritics, the page cut before grouping, with counts of received documents', async () => {
    const scope = await newScope();
    for (const name of ['Șapte', 'alfa', '3M', 'Beta']) await add(scope, firm(name));
    const page = await list(scope);
    expect(names(page)).toEqual({ '#': ['3M'], A: ['alfa'], B: ['Beta'], S: ['Șapte'] });
    expect(page).toMatchObject({ total: 4, page: 1, limit: 20, pages: 1 });
    expect(page.data['A']?.[0]).toMatchObject({ invoiceCount: 0, totalExpenses: 0 });
    expect(names(await list(scope, '?page=2&limit=3'))).toEqual({ S: ['Șapte'] });
    expect(await list(scope, '?limit=5000')).toMatchObject({ limit: 200 });
  });

  it('searches name, cui and email', async () => {
    const scope = await newScope();
    await add(scope, { ...firm('Librăria Doi', '5551'), email: 'office@doi.example' });
    await add(scope, { ...firm('Trei', '999'), city: 'Librăria' });
    for (const search of ['LIBRARIA', '555', 'doi.EXAMPLE'])
      expect(await list(scope, `?search=${search}`)).toMatchObject({ total: 1, data: { L: [{ name: 'Librăria Doi' }] } });
    expect((await list(scope, '?search=nobody')).total).toBe(0);
  });
});

describe('one supplier', () => {
  it('is returned with the sums of its received documents', async () => {
    const scope = shared;
    const { supplier } = (await add(scope, firm('X', '77'))).body;
    const { status, body } = await call<SupplierView>(service(), scope, 'GET', `/suppliers/${supplier.id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...supplier,
      invoiceSummary: {
        ...{ totalCount: 0, totalExpenses: 0, averageInvoiceAmount: 0, lastInvoiceDate: null },
        ...{ fiscalSubtotal: 0, fiscalVatTotal: 0, fiscalTotal: 0, payableTotal: 0 },
      },
      recentInvoices: [],
    });
  });

  it('changes the given fields and clears those that are null; one that a user added also in name and tax number', async () => {
    const scope = await newScope();
    const { supplier } = (await add(scope, { ...firm('X', '77'), phone: '07' })).body;
    const changed = await change(scope, supplier.id, { name: 'Zoe', cif: '88', phone: null, notes: 'Bună' });
    expect(changed).toMatchObject({ status: 200, body: { name: 'Zoe', cui: '88', cif: '88', phone: null, notes: 'Bună' } });
    expect(names(await list(scope))).toEqual({ Z: ['Zoe'] });
    expect((await add(scope, firm('Y', '77'))).status).toBe(201);
  });

  it('rejects an empty name with 422', async () => {
    const scope = shared;
    const { supplier } = (await add(scope, firm('X'))).body;
    expect((await change(scope, supplier.id, { name: '' })).status).toBe(422);
  });

  it('rejects the tax number of another supplier (409)', async () => {
    const scope = shared;
    await add(scope, firm('One', '111'));
    const { supplier } = (await add(scope, firm('Two', '222'))).body;
    const refused = await change(scope, supplier.id, { cui: 'RO111' });
    expect(refused.status).toBe(409);
    expect(refused.body.error.details).toEqual({ reason: 'cui_taken' });
  });

  it('keeps both of two simultaneous changes', async () => {
    const scope = await newScope();
    const { supplier } = (await add(scope, firm('X'))).body;
    await Promise.all([change(scope, supplier.id, { phone: '0711' }), change(scope, supplier.id, { city: 'Iași' })]);
    expect((await list(scope)).data).toMatchObject({ X: [{ phone: '0711', city: 'Iași' }] });
  });

  it('is deleted softly: 404 afterwards, its tax number free', async () => {
    const scope = await newScope();
    const { supplier } = (await add(scope, firm('X', '77'))).body;
    expect((await remove(scope, supplier.id)).status).toBe(204);
    expect((await remove(scope, supplier.id)).status).toBe(404);
    expect((await change(scope, supplier.id, { phone: '1' })).status).toBe(404);
    expect((await call(service(), scope, 'GET', `/suppliers/${supplier.id}`)).status).toBe(404);
    expect((await list(scope)).total).toBe(0);
    expect((await add(scope, firm('Y', '77'))).status).toBe(201);
  });
});

describe('deleting suppliers in bulk', () => {
  it('deletes existing ones, and reports each unknown id', async () => {
    const scope = await newScope();
    const ids: string[] = [];
    for (const name of ['A', 'B', 'C']) ids.push((await add(scope, firm(name))).body.supplier.id);
    const { status, body } = await call<BulkDeletion>(service(), scope, 'POST', '/suppliers/bulk-delete', {
      ids: [...ids.slice(0, 2), 'nonsense'],
    });
    expect(status).toBe(200);
    expect(body).toEqual({ deleted: 2, errors: [{ id: 'nonsense', error: expect.any(String) }] });
    expect(names(await list(scope))).toEqual({ C: ['C'] });
  });

  it('rejects a body without ids with 400', async () => {
    expect((await call(service(), shared, 'POST', '/suppliers/bulk-delete', {})).status).toBe(400);
  });
});
