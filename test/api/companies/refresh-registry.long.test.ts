import { describe, expect, it } from 'vitest';
import { useOwnService } from '../../support/service.ts';
import { known, registryCalls } from './registry-calls.ts';

const service = useOwnService();
const { register, typed } = registryCalls(service);

describe('Refreshing a company from the register (COM-19)', () => {
  it('is possible once an hour', async () => {
    const { refresh } = await typed();
    const registry = await register(200, known);
    expect((await refresh()).status).toBe(200);
    await service().advance('PT59M');
    const early = await refresh();
    expect(early.status).toBe(429);
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(early.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(registry.asked).toBe(1);
    await service().advance('PT1M');
    expect((await refresh()).status).toBe(200);
  });

  it('lets one of two simultaneous requests through', async () => {
    const { refresh } = await typed();
    await register(200, known);
    const answers = await Promise.all([refresh(), refresh()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429]);
  });
});
