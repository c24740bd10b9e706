import { describe, expect, it } from 'vitest';
import { useService } from '../../support/service.ts';
import { minimal, companiesCalls, addresses } from './calls.ts';

const service = useService();
const { add, setPlan, newScope, patch, at } = companiesCalls(service);

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

describe('PATCH /companies/{uuid}: emailCc and emailBcc', () => {
  it('allow twenty together, counting existing ones, also when both change at the same moment', async () => {
    const scope = await newScope();
    const answers = await Promise.all([
      patch(scope, { emailCc: addresses(11, 'a') }),
      patch(scope, { emailBcc: addresses(10, 'b') }),
    ]);
    expect(answers.map(one => one.status).sort()).toEqual([200, 400]);
    expect((await patch(scope, { emailCc: addresses(10, 'a'), emailBcc: addresses(10, 'b') })).status).toBe(200);
    expect((await patch(scope, { emailBcc: addresses(11, 'b') })).status).toBe(400);
    expect((await patch(scope, { phone: '3' })).status).toBe(200);
  });
});

describe('Changing a company', () => {
  it('keeps both of two simultaneous changes', async () => {
    const user = await service().newUser();
    const { body } = await add(user);
    await Promise.all([
      at(user, 'PATCH', `/${body.id}`, { phone: '0711' }),
      at(user, 'PATCH', `/${body.id}`, { city: 'Cluj' }),
      at(user, 'PATCH', `/${body.id}`, { website: 'https://x.example' }),
    ]);
    expect((await at(user, 'GET', `/${body.id}`)).body).toMatchObject({
      phone: '0711',
      city: 'Cluj',
      website: 'https://x.example',
    });
  });
});
