import { describe, expect, it } from 'vitest';
import { useService } from '../../support/service.ts';
import { IBANS, bankAccountsCalls } from './calls.ts';

const service = useService();
const { newScope, add, remove } = bankAccountsCalls(service);

describe('Bank accounts (REC-63 to REC-68)', () => {
  it('keeps the last account, and a default while others of its currency exist (409)', async () => {
    const scope = await newScope();
    const one = (await add(scope, { iban: IBANS[0] })).body;
    const last = await remove(scope, one.id);
    expect(last.status).toBe(409);
    expect(last.body.error.details).toEqual({ reason: 'last_account' });
    const two = (await add(scope, { iban: IBANS[1] })).body;
    expect((await remove(scope, one.id)).body.error.details).toEqual({ reason: 'default_account' });
    expect((await remove(scope, two.id)).status).toBe(204);
    expect((await remove(scope, two.id)).status).toBe(404);
    const eur = (await add(scope, { iban: IBANS[1], currency: 'EUR' })).body;
    expect((await remove(scope, eur.id)).status).toBe(204);
  });
});
