import { describe, expect, it } from 'vitest';
import { useService } from '../../support/service.ts';
import { minimal, companiesCalls } from './calls.ts';

const service = useService();
const { add, setPlan } = companiesCalls(service);

describe('Creating a company (COM-4 to COM-12)', () => {
  it('rejects a tax number that the organization has (409), also under concurrency: one of five succeeds', async () => {
    const user = await service().newUser();
    const answers = await Promise.all(Array.from({ length: 5 }, () => add(user)));
    expect(answers.map(one => one.status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect((await add(user, { ...minimal, cif: 'ro12345678' })).status).toBe(409);
    expect((await add(await service().newUser())).status).toBe(201);
  });

  it('applies maxCompanies exactly under concurrency (402): three of eight on Starter', async () => {
    const user = await service().newUser();
    await setPlan(user, 'starter');
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, place) => add(user, { cif: `1000${place}`, name: `Firma ${place}` })),
    );
    expect(answers.filter(one => one.status === 201)).toHaveLength(3);
    const refused = answers.filter(one => one.status === 402);
    expect(refused).toHaveLength(5);
    expect(refused[0]?.body.error).toMatchObject({
      code: 'plan_limit',
      details: { feature: 'maxCompanies', limit: 3, plan: 'starter' },
    });
    const { body } = await service().api('GET', '/api/v1/companies', { token: user.token });
    expect(body).toHaveLength(3);
  });
});
