import { describe, expect, it } from 'vitest';
import { type Scope, useService } from '../../support/service.ts';
import { IBANS, bankAccountsCalls } from './calls.ts';

const service = useService();
const { newScope, list, add, change } = bankAccountsCalls(service);
const defaults = async (scope: Scope, currency: string): Promise<(string | null)[]> =>
  (await list(scope)).filter(one => one.isDefault && one.currency === currency).map(one => one.iban);

describe('Bank accounts (REC-63 to REC-68)', () => {
  it('keeps one default per currency under concurrency, listed first, then oldest', async () => {
    const scope = await newScope();
    await Promise.all(IBANS.map(iban => add(scope, { iban, isDefault: true })));
    expect(await defaults(scope, 'RON')).toHaveLength(1);
    const last = (await list(scope)).at(-1);
    await change(scope, last?.id ?? '', { isDefault: true });
    expect(await defaults(scope, 'RON')).toEqual([last?.iban]);
    expect((await list(scope))[0]?.id).toBe(last?.id);
  });

  it('rejects unsetting the default (422), and passes the flag on when the account changes its currency', async () => {
    const scope = await newScope();
    const one = (await add(scope, { iban: IBANS[0] })).body;
    const two = (await add(scope, { iban: IBANS[1] })).body;
    expect((await change(scope, one.id, { isDefault: false })).status).toBe(422);
    expect((await change(scope, one.id, { currency: 'eur' })).body).toMatchObject({ currency: 'EUR', isDefault: true });
    expect(await defaults(scope, 'RON')).toEqual([two.iban]);
  });
});
