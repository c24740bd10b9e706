import { describe, expect, it } from 'vitest';
import { call, type Refusal } from '../../support/invoices.ts';
import { joinAs, keyWith, whoAmI } from '../../support/members.ts';
import { type Service, type User, useService } from '../../support/service.ts';

const service = useService();

interface Shown {
  id: string;
  uuid: string;
  name: string;
  cif: string;
  [field: string]: unknown;
}

let known: Promise<User> | undefined;
/** One user for all requests that are refused. */
const someone = (): Promise<User> => (known ??= service().newUser());

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

describe('Creating a company (completions-accounts §9)', () => {
  it('stores the tax number as digits and every field at its default', async () => {
    const user = await service().newUser();
    const { organization } = await whoAmI(service(), user);
    const { status, body } = await add(user);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: body.uuid,
      uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      name: 'Exemplu SRL',
      cif: '12345678',
      registrationNumber: null,
      vatPayer: false,
      vatCode: null,
      address: null,
      city: null,
      state: null,
      country: 'RO',
      sector: null,
      phone: null,
      email: null,
      website: null,
      capitalSocial: null,
      vatOnCollection: false,
      oss: false,
      taxExemptionReason: null,
      taxExemptionReasonCode: null,
      bankName: null,
      bankAccount: null,
      bankBic: null,
      defaultCurrency: 'RON',
      logoPath: null,
      syncEnabled: false,
      lastSyncedAt: null,
      syncDaysBack: 60,
      efacturaDelayHours: null,
      archiveEnabled: false,
      archiveRetentionYears: 10,
      enabledModules: null,
      isReadOnly: false,
      tokenStatus: { hasToken: false, isValid: false, expiresAt: null },
      paymentProcessor: null,
      organizationId: organization.id,
      plan: 'business',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      updatedAt: body['createdAt'],
    });
  });

  it('makes four default series, five VAT rates, and nothing else is needed to issue', async () => {
    const user = await service().newUser();
    const { body } = await add(user);
    const scope = { token: user.token, company: body.id };
    const series = await call<Record<string, unknown>[]>(service(), scope, 'GET', '/document-series');
    expect(
      series.body.map(one => [one['type'], one['prefix'], one['isDefault'], one['nextNumberFormatted'], one['source']]),
    ).toEqual([
      ['credit_note', 'NC', true, 'NC-001', 'default'],
      ['delivery_note', 'AVZ', true, 'AVZ-001', 'default'],
      ['invoice', 'FCT', true, 'FCT-001', 'default'],
      ['proforma', 'PRO', true, 'PRO-001', 'default'],
    ]);
    const rates = await call<Record<string, unknown>[]>(service(), scope, 'GET', '/vat-rates');
    expect(
      rates.body.map(one => [one['rate'], one['percentage'], one['categoryCode'], one['isDefault'], one['position']]),
    ).toEqual([
      [21, '21.00', 'S', true, 0],
      [11, '11.00', 'S', false, 1],
      [9, '9.00', 'S', false, 2],
      [5, '5.00', 'S', false, 3],
      [0, '0.00', 'Z', false, 4],
    ]);
  });

  it.each([
    [{ name: 'X' }, 'cif'],
    [{ cif: '1', name: 'X' }, 'cif'],
    [{ cif: 'RO12A', name: 'X' }, 'cif'],
    [{ cif: '12345678901', name: 'X' }, 'cif'],
    [{ cif: '12345678' }, 'name'],
    [{ ...minimal, bankAccount: 'RO49AAAA1B31007593840001' }, 'bankAccount'],
    [{ ...minimal, bankBic: 'AAAA' }, 'bankBic'],
    [{ ...minimal, defaultCurrency: 'XXQ' }, 'defaultCurrency'],
    [{ ...minimal, syncDaysBack: 366 }, 'syncDaysBack'],
    [{ ...minimal, efacturaDelayHours: 73 }, 'efacturaDelayHours'],
    [{ ...minimal, archiveRetentionYears: 0 }, 'archiveRetentionYears'],
    [{ ...minimal, email: 'nobody' }, 'email'],
    [{ ...minimal, country: 'QQ' }, 'country'],
  ])('refuses %j with 400 that names %s', async (body, field) => {
    const refused = await add(await someone(), body);
    expect(refused.status).toBe(400);
    expect(refused.body.error.code).toBe('bad_request');
    expect(Object.keys(refused.body.error.details)[0]).toMatch(new RegExp(`^${field}`));
  });

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

  it('answers a repeated Idempotency-Key with the same company', async () => {
    const user = await service().newUser();
    const headers = { 'idempotency-key': 'once' };
    const first = await add(user, minimal, { headers });
    const second = await add(user, minimal, { headers });
    expect(second.status).toBe(201);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  });

  it('needs company.create (403 permission)', async () => {
    const user = await service().newUser();
    const token = await keyWith(service(), user, ['company.view']);
    const refused = await add({ token });
    expect(refused.status).toBe(403);
    expect(refused.body.error.details).toEqual({ reason: 'permission', permission: 'company.create' });
  });
});

describe('Reading companies', () => {
  it('lists by name, whatever the case and diacritics', async () => {
    const user = await service().newUser();
    for (const [cif, name] of [
      ['11', 'zona'],
      ['12', 'Șapte'],
      ['13', 'alfa'],
      ['14', 'Beta'],
    ])
      await add(user, { cif, name });
    const { body } = await service().api('GET', '/api/v1/companies', { token: user.token });
    expect((body as Shown[]).map(one => one.name)).toEqual(['alfa', 'Beta', 'Șapte', 'zona']);
  });

  it('shows only companies with access: members reach those on their list, and get 403 for others of the organization', async () => {
    const [owner, member, stranger] = await Promise.all([service().newUser(), service().newUser(), service().newUser()]);
    const [seen, hidden] = [await add(owner, { cif: '21', name: 'Seen' }), await add(owner, { cif: '22', name: 'Hidden' })];
    await joinAs(owner, member, 'accountant', [seen.body.id]);
    const { body } = await service().api('GET', '/api/v1/companies', { token: member.token });
    expect((body as Shown[]).map(one => one.name)).toEqual(['Seen']);
    expect((await at(member, 'GET', `/${seen.body.id}`)).status).toBe(200);
    const refused = await at(member, 'GET', `/${hidden.body.id}`);
    expect(refused.status).toBe(403);
    expect(refused.body.error.details).toMatchObject({ reason: 'company_access' });
    expect((await at(stranger, 'GET', `/${seen.body.id}`)).status).toBe(404);
    expect((await at(owner, 'GET', '/not-a-uuid')).status).toBe(404);
  });
});

describe('Changing a company', () => {
  it('changes what is sent, clears what is null, keeps the rest, and ignores cif', async () => {
    const user = await service().newUser();
    const { body } = await add(user, { ...minimal, phone: '0700', city: 'Iași' });
    const changed = await at(user, 'PATCH', `/${body.id}`, {
      cif: '99',
      phone: '',
      bankAccount: 'ro49 aaaa 1b31 0075 9384 0000',
      bankBic: 'btrlro22',
      defaultCurrency: 'eur',
      enabledModules: ['reports', 'efactura', 'reports'],
      capitalSocial: '200 RON',
      taxExemptionReason: 'Scutit, art. 292 alin. (1)',
      taxExemptionReasonCode: 'VATEX-EU-132',
    });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      cif: '12345678',
      phone: null,
      city: 'Iași',
      bankAccount: 'RO49AAAA1B31007593840000',
      bankBic: 'BTRLRO22',
      defaultCurrency: 'EUR',
      enabledModules: ['reports', 'efactura'],
      taxExemptionReason: 'Scutit, art. 292 alin. (1)',
      taxExemptionReasonCode: 'VATEX-EU-132',
    });
    expect((await at(user, 'GET', `/${body.id}`)).body).toEqual(changed.body);
  });

  it('stores all seven modules as null', async () => {
    const user = await service().newUser();
    const { body } = await add(user);
    const all = [
      'delivery_notes',
      'receipts',
      'proforma_invoices',
      'recurring_invoices',
      'reports',
      'efactura',
      'taxauth_messages',
    ];
    const changed = await at(user, 'PATCH', `/${body.id}`, { enabledModules: all });
    expect(changed.body['enabledModules']).toBeNull();
  });

  it.each([
    [{ name: '' }, 400],
    [{ name: null }, 400],
    [{ enabledModules: ['payroll'] }, 400],
    [{ syncDaysBack: 0 }, 400],
    [{ vatPayer: 'yes' }, 400],
    [{}, 422],
    [{ cif: '99' }, 422],
  ])('refuses %j with %i', async (change, status) => {
    const user = await someone();
    const { body } = (await at(user, 'GET', '')) as unknown as { body: Shown[] };
    const { id } = body[0] ?? (await add(user)).body;
    expect((await at(user, 'PATCH', `/${id}`, change)).status).toBe(status);
  });

  it('keeps both of two changes made at the same time', async () => {
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

it('answers only what the endpoints declare', () => expect(service().runtime.violations).toEqual([]));
