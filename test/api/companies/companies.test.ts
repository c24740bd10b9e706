import { describe, expect, it } from 'vitest';
import { call } from '../../support/invoices.ts';
import { whoAmI, joinAs } from '../../support/members.ts';
import { useService, type Scope } from '../../support/service.ts';
import { minimal, companiesCalls, addresses } from './calls.ts';
import type { Company } from '../../support/contract.ts';

const service = useService();
const { add, setPlan, at, newScope, patch } = companiesCalls(service);
let known: Promise<Scope> | undefined;
/** One company for all requests that are rejected. */
const someCompany = (): Promise<Scope> =>
  (known ??= service()
    .newUser()
    .then(user => service().newCompany(user)));

describe('Creating a company (COM-4 to COM-12)', () => {
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
      accountMapping: [],
      vatStatus: [{ from: null, to: null, registered: false, onCollection: false }],
      closedUntil: null,
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
      mailTracking: null,
      retention: { draftMonths: null, documentYears: null, clientMonths: null },
      archiveEnabled: false,
      archiveRetentionYears: 10,
      enabledModules: null,
      isReadOnly: false,
      tokenStatus: { hasToken: false, isValid: false, expiresAt: null },
      paymentProcessor: null,
      sandbox: false,
      organizationId: organization.id,
      plan: 'business',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      updatedAt: body.createdAt,
    });
  });

  it('creates four default series and five VAT rates, and an invoice can be issued without further setup', async () => {
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

  it('rejects invalid and missing fields with 400 that names them', async () => {
    const user = await service().newUser();
    const refused = await add(user, { cif: 'RO12A' });
    expect(refused.status).toBe(400);
    expect(refused.body.error).toMatchObject({ code: 'bad_request', details: { cif: [expect.any(String)] } });
    // The name may come from the register of companies: none is configured here.
    const unnamed = await add(user, { cif: '12345678' });
    expect([unnamed.status, Object.keys(unnamed.body.error.details)]).toEqual([400, ['name']]);
  });

  it('rejects a tax number that the organization has (409), in any spelling; another organization may have it', async () => {
    const user = await service().newUser();
    expect((await add(user)).status).toBe(201);
    expect((await add(user, { ...minimal, cif: 'ro12345678' })).status).toBe(409);
    expect((await add(await service().newUser())).status).toBe(201);
  });

  it('rejects one more than the plan allows (402)', async () => {
    const user = await service().newUser();
    await setPlan(user, 'freemium');
    expect((await add(user)).status).toBe(201);
    const refused = await add(user, { cif: '77', name: 'Alta SRL' });
    expect(refused.status).toBe(402);
    expect(refused.body.error).toMatchObject({
      code: 'plan_limit',
      details: { feature: 'maxCompanies', limit: 1, plan: 'freemium' },
    });
  });
});

describe('Reading companies', () => {
  it('lists by name, ignoring case and diacritics', async () => {
    const user = await service().newUser();
    for (const [cif, name] of [
      ['11', 'zona'],
      ['12', 'Șapte'],
      ['13', 'alfa'],
      ['14', 'Beta'],
    ])
      await add(user, { cif, name });
    const { body } = await service().api('GET', '/api/v1/companies', { token: user.token });
    expect((body as Company[]).map(one => one.name)).toEqual(['alfa', 'Beta', 'Șapte', 'zona']);
  });

  it('returns only companies with access: members see those on their list, and get 403 for others of the organization', async () => {
    const [owner, member, stranger] = await Promise.all([service().newUser(), service().newUser(), service().newUser()]);
    const [seen, hidden] = [await add(owner, { cif: '21', name: 'Seen' }), await add(owner, { cif: '22', name: 'Hidden' })];
    await joinAs(owner, member, 'accountant', [seen.body.id]);
    const { body } = await service().api('GET', '/api/v1/companies', { token: member.token });
    expect((body as Company[]).map(one => one.name)).toEqual(['Seen']);
    expect((await at(member, 'GET', `/${seen.body.id}`)).status).toBe(200);
    const refused = await at(member, 'GET', `/${hidden.body.id}`);
    expect(refused.status).toBe(403);
    expect(refused.body.error.details).toMatchObject({ reason: 'company_access' });
    expect((await at(stranger, 'GET', `/${seen.body.id}`)).status).toBe(404);
    expect((await at(owner, 'GET', '/not-a-uuid')).status).toBe(404);
  });
});

describe('Changing a company', () => {
  it('changes the given fields, clears those that are null, keeps the rest, and ignores cif', async () => {
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
    expect(changed.body.enabledModules).toBeNull();
  });

  it.each([
    [{ name: '' }, 400],
    [{}, 422],
    [{ cif: '99' }, 422],
  ])('rejects %j with %i', async (change, status) => {
    const { token, company } = await someCompany();
    expect((await at({ token }, 'PATCH', `/${company}`, change)).status).toBe(status);
  });
});

describe('PATCH /companies/{uuid}: emailCc and emailBcc', () => {
  it('null at first; addresses between commas; null and text without addresses clear them', async () => {
    const scope = await newScope();
    expect((await patch(scope, { phone: '1' })).body).toMatchObject({ emailCc: null, emailBcc: null });
    const { status, body } = await patch(scope, {
      emailCc: ' a@copies.example ,b@copies.example,',
      emailBcc: 'c@copies.example',
    });
    expect([status, body.emailCc, body.emailBcc]).toEqual([200, 'a@copies.example, b@copies.example', 'c@copies.example']);
    expect((await patch(scope, { phone: '2' })).body).toMatchObject({ emailBcc: 'c@copies.example' });
    expect((await patch(scope, { emailCc: null, emailBcc: ' , ' })).body).toMatchObject({ emailCc: null, emailBcc: null });
  });

  it.each([
    ['emailBcc.1', { emailBcc: 'a@copies.example, b' }],
    ['emailCc', { emailCc: addresses(11, 'a'), emailBcc: addresses(10, 'b') }],
  ])('400 that names %s: %j', async (field, body) => {
    const { status, body: refusal } = await patch(await newScope(), body);
    expect([status, refusal.error.code]).toEqual([400, 'bad_request']);
    expect(refusal.error.details).toMatchObject({ [field]: [expect.any(String)] });
  });
});
