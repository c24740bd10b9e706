import { describe, expect, it } from 'vitest';
import { call, type Refusal } from '../../support/invoices.ts';
import { whoAmI } from '../../support/members.ts';
import { type Service, type User, useService } from '../../support/service.ts';

const service = useService();

interface Shown {
  id: string;
  uuid: string;
  name: string;
  cif: string;
  [field: string]: unknown;
}

const minimal = { cif: 'RO 12345678', name: 'Exemplu SRL' };

const add = (user: { token: string }, body: object = minimal, more: object = {}) =>
  service().api('POST', '/api/v1/companies', { token: user.token, body, ...more }) as Promise<{
    status: number;
    body: Shown & Refusal;
    headers: Headers;
  }>;
const at = (user: { token: string }, method: string, path: string, body?: unknown) =>
  service().api(method, `/api/v1/companies${path}`, { token: user.token, body }) as Promise<{
    status: number;
    body: Shown & Refusal;
  }>;

const setPlan = async (on: Service, user: User, plan: string): Promise<void> => {
  const { organization } = await whoAmI(on, user);
  const { status } = await on.api('PUT', `/_local/plans/${organization.id}`, { body: { plan } });
  expect(status).toBeLessThan(300);
};

describe('Deleting a company', () => {
  it('hides it at once, refuses its calls with 403, and brings it back within 5 days', async () => {
    const user = await service().newUser();
    const { body } = await add(user);
    const scope = { token: user.token, company: body.id };
    expect((await at(user, 'POST', `/${body.id}/restore`)).status).toBe(409);
    expect((await at(user, 'DELETE', `/${body.id}`)).status).toBe(204);
    expect((await at(user, 'GET', `/${body.id}`)).status).toBe(404);
    expect((await at(user, 'DELETE', `/${body.id}`)).status).toBe(404);
    expect((await service().api('GET', '/api/v1/companies', { token: user.token })).body).toEqual([]);
    const refused = await call<Refusal>(service(), scope, 'GET', '/vat-rates');
    expect(refused.status).toBe(403);
    expect(refused.body.error.details).toMatchObject({ reason: 'company_access' });
    expect((await at(user, 'POST', `/${body.id}/restore`)).status).toBe(200);
    expect((await call<unknown[]>(service(), scope, 'GET', '/vat-rates')).body).toHaveLength(5);
  });

  it('comes back when its tax number is added again', async () => {
    const user = await service().newUser();
    const { body } = await add(user);
    await at(user, 'DELETE', `/${body.id}`);
    const again = await add(user);
    expect(again.status).toBe(201);
    expect(again.body.id).toBe(body.id);
  });

  it('gives its place in the plan free, and takes one to come back (402)', async () => {
    const user = await service().newUser();
    await setPlan(service(), user, 'freemium');
    const first = await add(user);
    expect((await add(user, { cif: '77', name: 'Other' })).status).toBe(402);
    await at(user, 'DELETE', `/${first.body.id}`);
    expect((await add(user, { cif: '77', name: 'Other' })).status).toBe(201);
    expect((await at(user, 'POST', `/${first.body.id}/restore`)).status).toBe(402);
  });

  it('is gone after 5 days (410), and its tax number starts a new company', async () => {
    const user = await service().newUser();
    const { body } = await add(user);
    await at(user, 'DELETE', `/${body.id}`);
    await service().advance('P5DT1M');
    const { token } = (await service().api('POST', '/api/auth', { body: { email: user.email, password: user.password } }))
      .body as { token: string };
    expect((await at({ token }, 'POST', `/${body.id}/restore`)).status).toBe(410);
    const again = await add({ token });
    expect(again.status).toBe(201);
    expect(again.body.id).not.toBe(body.id);
  });
});

it('answers only what the endpoints declare', () => expect(service().runtime.violations).toEqual([]));
