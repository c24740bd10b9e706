import { describe, expect, it } from 'vitest';
import { type Answered, call, draft, issued, type Refusal } from '../../support/invoices.ts';
import { keyWith } from '../../support/members.ts';
import { type Scope, useService } from '../../support/service.ts';

const service = useService();

interface Shown {
  id: string;
  type: string;
  prefix: string;
  active: boolean;
  isDefault: boolean;
  currentNumber: number;
  nextNumberFormatted: string;
  [field: string]: unknown;
}

type Reply = Answered<Shown & Refusal>;

const newScope = async (): Promise<Scope> => service().newCompany(await service().newUser());
const list = async (scope: Scope, query = ''): Promise<Shown[]> =>
  (await call<Shown[]>(service(), scope, 'GET', `/document-series${query}`)).body;
const add = (scope: Scope, body: object): Promise<Reply> => call(service(), scope, 'POST', '/document-series', body);
const change = (scope: Scope, id: string, body: object): Promise<Reply> =>
  call(service(), scope, 'PATCH', `/document-series/${id}`, body);
const remove = (scope: Scope, id: string): Promise<Reply> => call(service(), scope, 'DELETE', `/document-series/${id}`);
const makeDefault = (scope: Scope, id: string): Promise<Reply> =>
  call(service(), scope, 'POST', `/document-series/${id}/set-default`);
const defaultsOf = async (scope: Scope, type: string): Promise<Shown[]> =>
  (await list(scope, `?type=${type}`)).filter(one => one.isDefault);
const first = async (scope: Scope, type = 'invoice'): Promise<Shown> => {
  const [one] = await list(scope, `?type=${type}`);
  if (!one) throw new Error('The company has no series.');
  return one;
};

describe('Document series (completions-accounts §14)', () => {
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

  it('lists by type, then prefix; filters by type and active', async () => {
    const scope = await newScope();
    await add(scope, { prefix: 'A', type: 'invoice', active: false });
    expect((await list(scope)).map(one => one.prefix)).toEqual(['NC', 'AVZ', 'A', 'FCT', 'PRO']);
    expect((await list(scope, '?type=invoice&active=true')).map(one => one.prefix)).toEqual(['FCT']);
    expect((await call(service(), scope, 'GET', '/document-series?type=receipt')).status).toBe(422);
  });

  it.each([
    [{ type: 'invoice' }, 'prefix'],
    [{ prefix: 'X' }, 'type'],
    [{ prefix: 'X', type: 'receipt' }, 'type'],
    [{ prefix: 'X*', type: 'invoice' }, 'prefix'],
    [{ prefix: '--', type: 'invoice' }, 'prefix'],
    [{ prefix: 'X', type: 'invoice', year: 1999 }, 'year'],
    [{ prefix: 'X', type: 'invoice', currentNumber: -1 }, 'currentNumber'],
    [{ prefix: 'X', type: 'invoice', nextNumber: 0 }, 'nextNumber'],
    [{ prefix: 'X', type: 'invoice', nextNumber: 3, currentNumber: 3 }, 'nextNumber'],
    [{ prefix: 'FCT', type: 'invoice' }, 'prefix'],
    [{ prefix: 'FCT-', type: 'invoice' }, 'prefix'],
    [{ prefix: 'X', type: 'invoice', active: false, isDefault: true }, 'isDefault'],
  ])('refuses %j with 422 that names %s', async (body, field) => {
    const refused = await add(await newScope(), body);
    expect(refused.status).toBe(422);
    expect(refused.body.error.details).toMatchObject({ [field]: [expect.any(String)] });
  });

  it('lets another type or year have the same prefix', async () => {
    const scope = await newScope();
    expect((await add(scope, { prefix: 'FCT', type: 'proforma' })).status).toBe(201);
    expect((await add(scope, { prefix: 'FCT', type: 'invoice', year: 2026 })).status).toBe(201);
  });

  it('adds the same series once when it is sent five times at once', async () => {
    const scope = await newScope();
    const answers = await Promise.all(Array.from({ length: 5 }, () => add(scope, { prefix: 'X', type: 'invoice' })));
    expect(answers.map(one => one.status).sort()).toEqual([201, 422, 422, 422, 422]);
  });

  it('keeps one default per type, whoever is made it at the same time', async () => {
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

  it('moves the flag to the oldest active series when the default is deactivated, and gives it back when there is none', async () => {
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
    [{ prefix: 'Z' }, 'prefix'],
    [{ type: 'invoice' }, 'type'],
    [{ year: 2026 }, 'year'],
    [{ name: 'X', year: null }, 'year'],
    [{ currentNumber: -1 }, 'currentNumber'],
    [{ active: false, isDefault: true }, 'isDefault'],
    [{ isDefault: false }, 'isDefault'],
  ])('refuses the change %j with 422 that names %s', async (body, field) => {
    const scope = await newScope();
    const refused = await change(scope, (await first(scope)).id, body);
    expect(refused.status).toBe(422);
    expect(refused.body.error.details).toMatchObject({ [field]: [expect.any(String)] });
  });

  it('does not let the counter fall below the highest number used, but lets it rise and fall above it', async () => {
    const scope = await newScope();
    await issued(service(), scope);
    await issued(service(), scope);
    const { id } = await first(scope);
    expect((await change(scope, id, { currentNumber: 40 })).body.nextNumberFormatted).toBe('FCT-041');
    expect((await change(scope, id, { nextNumber: 3 })).body.currentNumber).toBe(2);
    const refused = await change(scope, id, { currentNumber: 1 });
    expect(refused.status).toBe(422);
    expect(refused.body.error.details).toMatchObject({ currentNumber: ['must not be below 2, the highest number used'] });
    expect((await issued(service(), scope)).number).toBe('FCT-003');
  });

  it('keeps numbers unique while the counter is set by hand between issues', async () => {
    const scope = await newScope();
    const { id } = await first(scope);
    const drafts = await Promise.all(Array.from({ length: 4 }, () => draft(service(), scope)));
    const issues = drafts.map(one => call(service(), scope, 'POST', `/invoices/${one.id}/issue`));
    const settings = [0, 1, 2].map(currentNumber => change(scope, id, { currentNumber }));
    const numbers = (await Promise.all(issues)).map(answer => answer.body.number);
    await Promise.all(settings);
    expect(new Set(numbers).size).toBe(4);
    expect(numbers.every(number => /^FCT-\d{3}$/.test(number))).toBe(true);
  });

  it('removes an unused series and hands its flag on; one that a document uses stays (409)', async () => {
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

  it('needs series.view to read and series.manage to change (403)', async () => {
    const user = await service().newUser();
    const { company } = await service().newCompany(user);
    const reader = { company, token: await keyWith(service(), user, ['series.view']) };
    const nobody = { company, token: await keyWith(service(), user, ['client.view']) };
    expect(await list(reader)).toHaveLength(4);
    const { id } = await first(reader);
    for (const refused of await Promise.all([
      add(reader, { prefix: 'X', type: 'invoice' }),
      change(reader, id, { name: 'X' }),
      makeDefault(reader, id),
      remove(reader, id),
    ]))
      expect(refused.body.error.details).toEqual({ reason: 'permission', permission: 'series.manage' });
    expect((await call<Refusal>(service(), nobody, 'GET', '/document-series')).status).toBe(403);
  });
});

it('answers only what the endpoints declare', () => expect(service().runtime.violations).toEqual([]));
