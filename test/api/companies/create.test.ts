import { describe, expect, it } from 'vitest';
import { call } from '../../support/invoices.ts';
import { keyWith, whoAmI } from '../../support/members.ts';
import { type Service, type User, useService } from '../../support/service.ts';
import { minimal, companiesCalls } from './calls.ts';

const service = useService();
const { add } = companiesCalls(service);

let known: Promise<User> | undefined;
/** One user for all requests that are refused. */
const someone = (): Promise<User> => (known ??= service().newUser());

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
      emailCc: null,
      emailBcc: null,
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
      updatedAt: body.createdAt,
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
