import { describe, expect, it } from 'vitest';
import { useService } from '../../support/service.ts';
import { known, registryCalls } from './registry-calls.ts';

const service = useService();
const { at, register, typed } = registryCalls(service);

describe('Refreshing a company from the register (COM-19)', () => {
  it('overwrites the fields that the register has and nothing else; 429 for a second time within the hour', async () => {
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
    const early = await refresh();
    expect(early.status).toBe(429);
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect(registry.asked).toBe(1);
  });

  it.each([
    ['the register does not answer', 500, {}, 503],
    ['it answers in another form', 200, { found: 'x' }, 503],
    ['it does not know the tax number', 404, { notFound: [12345678] }, 404],
  ])('changes nothing and does not count when %s', async (_, status, reply, expected) => {
    const { user, company, refresh } = await typed();
    await register(status, reply);
    expect((await refresh()).status).toBe(expected);
    expect((await at(user, 'GET', `/${company.id}`)).body).toEqual(company);
    await register(200, known);
    expect((await refresh()).status).toBe(200);
  });

  it('returns 503 where no register is configured', async () => {
    expect((await (await typed()).refresh()).status).toBe(503);
  });
});
