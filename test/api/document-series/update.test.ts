import { describe, expect, it } from 'vitest';
import { issued } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';
import { documentSeriesCalls } from './calls.ts';

const service = useService();
const { newScope, add, change, makeDefault, defaultsOf, first } = documentSeriesCalls(service);

describe('Document series (REC-51 to REC-62)', () => {
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
});
