import { describe, expect, it } from 'vitest';
import { whoAmI } from '../../support/members.ts';
import { type Service, type User, useService } from '../../support/service.ts';
import { minimal, companiesCalls } from './calls.ts';

const service = useService();
const { add } = companiesCalls(service);

const setPlan = async (on: Service, user: User, plan: string): Promise<void> => {
  const { organization } = await whoAmI(on, user);
  const { status } = await on.api('PUT', `/_local/plans/${organization.id}`, { body: { plan } });
  expect(status).toBeLessThan(300);
};

describe('Creating a company (completions-accounts §9)', () => {
  it('refuses a tax number that the organization has (409), also under concurrency: one of five wins', async () => {
    const user = await service().newUser();
    const answers = await Promise.all(Array.from({ length: 5 }, () => add(user)));
    expect(answers.map(one => one.status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect((await add(user, { ...minimal, cif: 'ro12345678' })).status).toBe(409);
    expect((await add(await service().newUser())).status).toBe(201);
  });

  it('holds maxCompanies exactly under concurrency (402): three of eight on Starter', async () => {
    const user = await service().newUser();
    await setPlan(service(), user, 'starter');
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
