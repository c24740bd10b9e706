import { describe, expect, it } from 'vitest';
import type { VatRate } from '../../support/contract.ts';
import { type Scope, useService } from '../../support/service.ts';
import { vatRatesCalls } from './calls.ts';

const service = useService();
const { newScope, list, change, remove } = vatRatesCalls(service);
const defaults = async (scope: Scope): Promise<VatRate[]> => (await list(scope)).filter(rate => rate.isDefault);

describe('VAT rates (REC-44 to REC-50)', () => {
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

  it('returns 404 for a rate of another company', async () => {
    const [mine, theirs] = [await newScope(), await newScope()];
    const [rate] = await list(theirs);
    expect((await change(mine, rate?.id ?? '', { label: 'X' })).status).toBe(404);
    expect((await remove(mine, 'nonsense')).status).toBe(404);
  });
});
