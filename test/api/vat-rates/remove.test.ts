import { describe, expect, it } from 'vitest';
import { useService } from '../../support/service.ts';
import { vatRatesCalls } from './calls.ts';

const service = useService();
const { newScope, list, change, remove } = vatRatesCalls(service);

describe('VAT rates (REC-44 to REC-50)', () => {
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
