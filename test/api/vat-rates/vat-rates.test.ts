import { describe, expect, it } from 'vitest';
import { call } from '../../support/invoices.ts';
import { useService, type Scope } from '../../support/service.ts';
import { vatRatesCalls } from './calls.ts';
import type { VatRate } from '../../support/contract.ts';

const service = useService();
const { newScope, list, add, change, remove } = vatRatesCalls(service);
const defaults = async (scope: Scope): Promise<VatRate[]> => (await list(scope)).filter(rate => rate.isDefault);

describe('VAT rates (REC-44 to REC-50)', () => {
  it('returns a rate in both its spellings, at the next free position', async () => {
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

  it('filters by isActive, and rejects another word (422)', async () => {
    const scope = await newScope();
    const { body } = await add(scope, { rate: 1, label: 'One', isActive: false });
    expect((await list(scope, '?isActive=false')).map(rate => rate.id)).toEqual([body.id]);
    expect(await list(scope, '?isActive=true')).toHaveLength(5);
    expect((await call(service(), scope, 'GET', '/vat-rates?isActive=maybe')).status).toBe(422);
  });

  it('corrects the category by the rate: 0 with S is Z, a zero-only code above 0 is S', async () => {
    const scope = await newScope();
    expect((await add(scope, { rate: 0, label: 'Zero' })).body.categoryCode).toBe('Z');
    expect((await add(scope, { rate: 0, label: 'Export', categoryCode: 'g' })).body.categoryCode).toBe('G');
    const raised = await add(scope, { rate: 4, label: 'Four', categoryCode: 'AE' });
    expect(raised.body.categoryCode).toBe('S');
    expect((await change(scope, raised.body.id, { rate: 0 })).body.categoryCode).toBe('Z');
  });

  it.each([
    [{ label: 'X' }, 'rate'],
    [{ rate: '21.00', label: 'tva 21%' }, 'label'],
  ])('rejects %j with 422 that names %s', async (body, field) => {
    const scope = await newScope();
    const refused = await add(scope, body);
    expect(refused.status).toBe(422);
    expect(refused.body.error).toMatchObject({ code: 'validation_error', details: { [field]: [expect.any(String)] } });
  });

  it('clears the default when another one is made the default, and keeps exactly one under concurrency', async () => {
    const scope = await newScope();
    const rates = await list(scope);
    await Promise.all(rates.map(rate => change(scope, rate.id, { isDefault: true })));
    expect(await defaults(scope)).toHaveLength(1);
  });

  it('rejects removing the flag or the activity from the default (422)', async () => {
    const scope = await newScope();
    const [current] = await defaults(scope);
    expect((await change(scope, current?.id ?? '', { isDefault: false })).status).toBe(422);
    expect((await change(scope, current?.id ?? '', { isActive: false })).status).toBe(422);
    expect((await change(scope, current?.id ?? '', {})).status).toBe(422);
  });

  it('deletes softly: 404 afterwards; 409 for the default and for the last one', async () => {
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
});
