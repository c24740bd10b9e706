import { describe, expect, it } from 'vitest';
import { call, issued } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';
import { documentSeriesCalls } from './calls.ts';

const service = useService();
const { newScope, list, add, change, makeDefault, defaultsOf, first, remove } = documentSeriesCalls(service);

describe('Document series (REC-51 to REC-62)', () => {
  it('lists by type, then prefix; filters by type and active', async () => {
    const scope = await newScope();
    await add(scope, { prefix: 'A', type: 'invoice', active: false });
    expect((await list(scope)).map(one => one.prefix)).toEqual(['NC', 'AVZ', 'A', 'FCT', 'PRO']);
    expect((await list(scope, '?type=invoice&active=true')).map(one => one.prefix)).toEqual(['FCT']);
    expect((await call(service(), scope, 'GET', '/document-series?type=bill')).status).toBe(422);
  });

  it('adds a series with its number text, and reads it back', async () => {
    const scope = await newScope();
    const { status, body } = await add(scope, { prefix: 'CN-', type: 'credit_note', year: 2026, nextNumber: 5 });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      uuid: body.id,
      name: 'CN',
      prefix: 'CN-',
      type: 'credit_note',
      year: 2026,
      currentNumber: 4,
      nextNumber: 5,
      nextNumberFormatted: 'CN-2026-005',
      active: true,
      isDefault: false,
      source: 'manual',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect((await call(service(), scope, 'GET', `/document-series/${body.id}`)).body).toEqual(body);
    expect((await call(service(), scope, 'GET', `/document-series/${scope.company}`)).status).toBe(404);
  });

  it.each([
    [{ type: 'invoice' }, 'prefix'],
    [{ prefix: 'FCT-', type: 'invoice' }, 'prefix'],
  ])('rejects %j with 422 that names %s', async (body, field) => {
    const refused = await add(await newScope(), body);
    expect(refused.status).toBe(422);
    expect(refused.body.error.details).toMatchObject({ [field]: [expect.any(String)] });
  });

  it('allows the same prefix for another type or year', async () => {
    const scope = await newScope();
    expect((await add(scope, { prefix: 'FCT', type: 'proforma' })).status).toBe(201);
    expect((await add(scope, { prefix: 'FCT', type: 'invoice', year: 2026 })).status).toBe(201);
  });

  it('moves the flag to the oldest active series when the default is deactivated, and returns it when there is none', async () => {
    const scope = await newScope();
    const fct = await first(scope);
    const a = (await add(scope, { prefix: 'A', type: 'invoice' })).body;
    await add(scope, { prefix: 'B', type: 'invoice' });
    expect((await change(scope, fct.id, { active: false })).body).toMatchObject({ active: false, isDefault: false });
    expect((await defaultsOf(scope, 'invoice')).map(one => one.id)).toEqual([a.id]);
    const refused = await makeDefault(scope, fct.id);
    expect(refused.status).toBe(409);
    expect(refused.body.error.details).toEqual({ reason: 'series_inactive' });
    expect((await change(scope, fct.id, { isDefault: true })).status).toBe(422);
    const pro = await first(scope, 'proforma');
    await change(scope, pro.id, { active: false });
    expect(await defaultsOf(scope, 'proforma')).toEqual([]);
    expect((await change(scope, pro.id, { active: true })).body.isDefault).toBe(true);
  });

  it.each([
    [{}, 'body'],
    [{ isDefault: false }, 'isDefault'],
  ])('rejects the change %j with 422 that names %s', async (body, field) => {
    const scope = await newScope();
    const refused = await change(scope, (await first(scope)).id, body);
    expect(refused.status).toBe(422);
    expect(refused.body.error.details).toMatchObject({ [field]: [expect.any(String)] });
  });

  it('does not lower the counter below the highest number used, but allows any value above it', async () => {
    const scope = await newScope();
    await issued(service(), scope);
    await issued(service(), scope);
    const { id } = await first(scope);
    const silent = await change(scope, id, { currentNumber: 40 });
    expect([silent.status, silent.body.error.details]).toMatchObject([422, { reason: [expect.stringContaining('is required')] }]);
    expect((await change(scope, id, { currentNumber: 40, reason: 'Till 40 on paper' })).body.nextNumberFormatted).toBe('FCT-041');
    expect((await change(scope, id, { nextNumber: 3 })).body.currentNumber).toBe(2);
    const refused = await change(scope, id, { currentNumber: 1 });
    expect(refused.status).toBe(422);
    expect(refused.body.error.details).toMatchObject({ currentNumber: ['must not be below 2, the highest number used'] });
    expect((await issued(service(), scope)).number).toBe('FCT-003');
  });

  it('keeps one default per type under simultaneous changes', async () => {
    const scope = await newScope();
    const added = await Promise.all(['A', 'B', 'C'].map(prefix => add(scope, { prefix, type: 'invoice', isDefault: true })));
    expect(await defaultsOf(scope, 'invoice')).toHaveLength(1);
    await Promise.all(added.map(one => makeDefault(scope, one.body.id)));
    expect(await defaultsOf(scope, 'invoice')).toHaveLength(1);
    const { body } = await makeDefault(scope, added[0]?.body.id ?? '');
    expect(body.isDefault).toBe(true);
    expect((await defaultsOf(scope, 'invoice')).map(one => one.prefix)).toEqual(['A']);
    expect(await defaultsOf(scope, 'proforma')).toHaveLength(1);
  });

  it('removes an unused series and passes its default flag to another; one that a document uses stays (409)', async () => {
    const scope = await newScope();
    const a = (await add(scope, { prefix: 'A', type: 'invoice', isDefault: true })).body;
    expect((await remove(scope, a.id)).status).toBe(204);
    expect((await remove(scope, a.id)).status).toBe(404);
    expect((await defaultsOf(scope, 'invoice')).map(one => one.prefix)).toEqual(['FCT']);
    await issued(service(), scope);
    const refused = await remove(scope, (await first(scope)).id);
    expect(refused.status).toBe(409);
    expect(refused.body.error.details).toEqual({ reason: 'series_in_use' });
  });
});
