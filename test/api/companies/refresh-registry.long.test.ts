import { describe, expect, it } from 'vitest';
import { useOwnService } from '../../support/service.ts';
import { known, registryCalls } from './registry-calls.ts';

const service = useOwnService();
const { at, register, typed } = registryCalls(service);

describe('Refreshing a company from the register (completions-accounts §9)', () => {
  it('overwrites what the register has and nothing else, once an hour', async () => {
    const { user, company, refresh } = await typed();
    const registry = await register(200, known);
    const { status, body } = await refresh();
    expect(status).toBe(200);
    expect(body).toEqual({
      ...company,
      name: 'EXEMPLU NOU SRL',
      registrationNumber: 'J12/34/2020',
      vatPayer: true,
      vatCode: 'RO12345678',
      vatOnCollection: true,
      address: 'Calea Moților, nr. 8',
      city: 'Cluj-Napoca',
      updatedAt: body.updatedAt,
    });
    expect((await at(user, 'GET', `/${company.id}`)).body).toEqual(body);
    await service().advance('PT59M');
    const early = await refresh();
    expect(early.status).toBe(429);
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(early.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(registry.asked).toBe(1);
    await service().advance('PT1M');
    expect((await refresh()).status).toBe(200);
  });

  it('lets one of two at the same time through', async () => {
    const { refresh } = await typed();
    await register(200, known);
    const answers = await Promise.all([refresh(), refresh()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429]);
  });
});
