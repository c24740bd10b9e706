import { describe, expect, it } from 'vitest';
import { type Answered, call, type Refusal } from '../../support/invoices.ts';
import { keyWith } from '../../support/members.ts';
import { type Scope, useService } from '../../support/service.ts';

const service = useService();

interface Rate {
  id: string;
  rate: number;
  label: string;
  isDefault: boolean;
  isActive: boolean;
  [field: string]: unknown;
}

const newScope = async (): Promise<Scope> => service().newCompany(await service().newUser());
const list = async (scope: Scope, query = ''): Promise<Rate[]> =>
  (await call<Rate[]>(service(), scope, 'GET', `/vat-rates${query}`)).body;
const add = (scope: Scope, body: object): Promise<Answered<Rate & Refusal>> => call(service(), scope, 'POST', '/vat-rates', body);
const change = (scope: Scope, id: string, body: object): Promise<Answered<Rate & Refusal>> =>
  call(service(), scope, 'PATCH', `/vat-rates/${id}`, body);
const remove = (scope: Scope, id: string): Promise<Answered<Refusal>> => call(service(), scope, 'DELETE', `/vat-rates/${id}`);
const defaults = async (scope: Scope): Promise<Rate[]> => (await list(scope)).filter(rate => rate.isDefault);

describe('VAT rates (completions-accounts §13)', () => {
  it('shows a rate in both its spellings, at the next free position', async () => {
    const scope = await newScope();
    const { status, body } = await add(scope, { percentage: '19.50', name: 'Vechi' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      uuid: body.id,
      rate: 19.5,
      percentage: '19.50',
      label: 'Vechi',
      name: 'Vechi',
      categoryCode: 'S',
      isDefault: false,
      isActive: true,
      position: 5,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect((await list(scope)).at(-1)).toEqual(body);
  });

  it('corrects the category by the rate: 0 with S is Z, a zero-only code above 0 is S', async () => {
    const scope = await newScope();
    expect((await add(scope, { rate: 0, label: 'Zero' })).body['categoryCode']).toBe('Z');
    expect((await add(scope, { rate: 0, label: 'Export', categoryCode: 'g' })).body['categoryCode']).toBe('G');
    const raised = await add(scope, { rate: 4, label: 'Four', categoryCode: 'AE' });
    expect(raised.body['categoryCode']).toBe('S');
    expect((await change(scope, raised.body.id, { rate: 0 })).body['categoryCode']).toBe('Z');
  });

  it('filters by isActive, and refuses another word (422)', async () => {
    const scope = await newScope();
    const { body } = await add(scope, { rate: 1, label: 'One', isActive: false });
    expect((await list(scope, '?isActive=false')).map(rate => rate.id)).toEqual([body.id]);
    expect(await list(scope, '?isActive=true')).toHaveLength(5);
    expect((await call(service(), scope, 'GET', '/vat-rates?isActive=maybe')).status).toBe(422);
  });

  it.each([
    [{ label: 'X' }, 'rate'],
    [{ rate: 5.5 }, 'label'],
    [{ rate: -1, label: 'X' }, 'rate'],
    [{ rate: 100.01, label: 'X' }, 'rate'],
    [{ rate: 1.234, label: 'X' }, 'rate'],
    [{ rate: 'abc', label: 'X' }, 'rate'],
    [{ rate: 1, label: 'X', categoryCode: 'Q' }, 'categoryCode'],
    [{ rate: 1, label: 'x'.repeat(101) }, 'label'],
    [{ rate: '21.00', label: 'tva 21%' }, 'label'],
    [{ rate: 1, label: 'X', isDefault: true, isActive: false }, 'isActive'],
  ])('refuses %j with 422 that names %s', async (body, field) => {
    const scope = await newScope();
    const refused = await add(scope, body);
    expect(refused.status).toBe(422);
    expect(refused.body.error).toMatchObject({ code: 'validation_error', details: { [field]: [expect.any(String)] } });
  });

  it('adds the same rate and label only once when it is sent five times at once', async () => {
    const scope = await newScope();
    const answers = await Promise.all(Array.from({ length: 5 }, () => add(scope, { rate: 7, label: 'Seven' })));
    expect(answers.map(one => one.status).sort()).toEqual([201, 422, 422, 422, 422]);
  });

  it('clears the default when another one is made it, and keeps exactly one under concurrency', async () => {
    const scope = await newScope();
    const rates = await list(scope);
    await Promise.all(rates.map(rate => change(scope, rate.id, { isDefault: true })));
    expect(await defaults(scope)).toHaveLength(1);
  });

  it('refuses to take the flag or the activity from the default (422)', async () => {
    const scope = await newScope();
    const [current] = await defaults(scope);
    expect((await change(scope, current?.id ?? '', { isDefault: false })).status).toBe(422);
    expect((await change(scope, current?.id ?? '', { isActive: false })).status).toBe(422);
    expect((await change(scope, current?.id ?? '', {})).status).toBe(422);
  });

  it('removes softly: 404 afterwards; 409 for the default and for the last one', async () => {
    const scope = await newScope();
    const [first, ...others] = await list(scope);
    const refused = await remove(scope, first?.id ?? '');
    expect(refused.status).toBe(409);
    expect(refused.body.error.details).toEqual({ reason: 'default_rate' });
    for (const rate of others) expect((await remove(scope, rate.id)).status).toBe(204);
    expect((await remove(scope, others[0]?.id ?? '')).status).toBe(404);
    expect((await change(scope, others[0]?.id ?? '', { label: 'X' })).status).toBe(404);
    const last = await remove(scope, first?.id ?? '');
    expect(last.status).toBe(409);
    expect(last.body.error.details).toEqual({ reason: 'last_rate' });
  });

  it('knows no rate of another company (404)', async () => {
    const [mine, theirs] = [await newScope(), await newScope()];
    const [rate] = await list(theirs);
    expect((await change(mine, rate?.id ?? '', { label: 'X' })).status).toBe(404);
    expect((await remove(mine, 'nonsense')).status).toBe(404);
  });

  it('needs settings.view to read and settings.manage to change (403)', async () => {
    const user = await service().newUser();
    const { company } = await service().newCompany(user);
    const reader = { company, token: await keyWith(service(), user, ['settings.view']) };
    const nobody = { company, token: await keyWith(service(), user, ['client.view']) };
    expect(await list(reader)).toHaveLength(5);
    expect((await add(reader, { rate: 1, label: 'X' })).body.error.details['permission']).toBe('settings.manage');
    expect((await call<Refusal>(service(), nobody, 'GET', '/vat-rates')).body.error.details['permission']).toBe('settings.view');
  });

  it('lists the seven category codes', async () => {
    const { token } = await service().newUser();
    const { body } = (await service().api('GET', '/api/v1/vat-category-codes', { token })) as {
      body: { data: { code: string; label: string }[] };
    };
    expect(body.data.map(one => one.code)).toEqual(['S', 'Z', 'E', 'AE', 'K', 'G', 'O']);
  });
});

it('answers only what the endpoints declare', () => expect(service().runtime.violations).toEqual([]));
