import { describe, expect, it } from 'vitest';
import { type Scope, useService } from '../../support/service.ts';
import { minimal, companiesCalls, addresses } from './calls.ts';

const service = useService();
const { add, at, newScope, patch } = companiesCalls(service);
let known: Promise<Scope> | undefined;
/** One company for all requests that are rejected. */
const someCompany = (): Promise<Scope> =>
  (known ??= service()
    .newUser()
    .then(user => service().newCompany(user)));

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
