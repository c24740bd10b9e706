import { describe, expect, it } from 'vitest';
import { type Answered, call, draft, invoiceBody, issued, type Refusal } from '../../support/invoices.ts';
import { keyWith } from '../../support/members.ts';
import { type Scope, useService } from '../../support/service.ts';

const service = useService();

interface Client {
  id: string;
  uuid: string;
  name: string;
  cui: string | null;
  [field: string]: unknown;
}

type Created = Answered<{ client: Client; taxauthValidated?: boolean; existing?: boolean } & Refusal>;

interface Page {
  data: Record<string, (Client & { invoiceCount: number; totalRevenue: number })[]>;
  total: number;
  page: number;
  limit: number;
  pages: number;
}

const newScope = async (): Promise<Scope> => service().newCompany(await service().newUser());
const add = (scope: Scope, body: object): Promise<Created> => call(service(), scope, 'POST', '/clients', body);
const change = (scope: Scope, id: string, body: object): Promise<Created> =>
  call(service(), scope, 'PATCH', `/clients/${id}`, body);
const remove = (scope: Scope, id: string): Promise<Answered<Refusal>> => call(service(), scope, 'DELETE', `/clients/${id}`);
const list = async (scope: Scope, query = ''): Promise<Page> =>
  (await call<Page>(service(), scope, 'GET', `/clients${query}`)).body;
const names = (page: Page): Record<string, string[]> =>
  Object.fromEntries(Object.entries(page.data).map(([key, clients]) => [key, clients.map(client => client.name)]));

const person = { type: 'individual', name: 'Ion Ionescu', address: 'Str. A 1', city: 'Iași', county: 'IS' };
const firm = (name: string, cui?: string) => ({ name, cui, address: 'Str. B 2', city: 'Cluj', county: 'CJ' });

describe('Creating a client (completions-accounts §10)', () => {
  it('answers 201 with the whole record, tax number without blanks, cif as its other name', async () => {
    const scope = await newScope();
    const { status, body } = await add(scope, { name: ' Client SRL ', cif: 'ro 14399840', email: '', currency: 'eur' });
    expect(status).toBe(201);
    expect(body).toEqual({
      taxauthValidated: false,
      client: {
        id: expect.any(String),
        uuid: body.client.id,
        type: 'company',
        name: 'Client SRL',
        cui: 'RO14399840',
        cif: 'RO14399840',
        cnp: null,
        sendPersonalNumber: false,
        vatCode: 'RO14399840',
        isVatPayer: false,
        registrationNumber: null,
        address: null,
        city: null,
        county: null,
        postalCode: null,
        country: 'RO',
        email: null,
        phone: null,
        bankName: null,
        bankAccount: null,
        defaultPaymentTermDays: null,
        contactPerson: null,
        clientCode: null,
        idNumber: null,
        notes: null,
        currency: 'EUR',
        viesValid: null,
        viesValidatedAt: null,
        viesName: null,
        source: 'manual',
        lastSyncedAt: null,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    });
  });

  it.each([
    [{ cui: '1439' }, 'name'],
    [{ name: 'X' }, 'address'],
    [{ name: 'X', address: 'A' }, 'city'],
    [{ name: 'X', address: 'A', city: 'B' }, 'county'],
    [{ name: 'X', cui: '14399840', type: 'individual' }, 'address'],
    [{ name: 'X', country: 'DE', cui: '14399840', address: 'A' }, 'city'],
    [{ ...person, cnp: '123' }, 'cnp'],
    [{ ...person, email: 'x@' }, 'email'],
    [{ ...person, country: 'QQ' }, 'country'],
    [{ ...person, currency: 'XXQ' }, 'currency'],
    [{ ...person, defaultPaymentTermDays: 3651 }, 'defaultPaymentTermDays'],
    [{ ...person, postalCode: '12345678901' }, 'postalCode'],
    [{ ...person, type: 'club' }, 'type'],
  ])('refuses %j with 422 that names %s', async (body, field) => {
    const refused = await add(await newScope(), body);
    expect(refused.status).toBe(422);
    expect(refused.body.error.details).toMatchObject({ [field]: [expect.any(String)] });
  });

  it('needs no address of a Romanian company with a tax number, and no county abroad', async () => {
    const scope = await newScope();
    expect((await add(scope, { name: 'X', cui: '14399840' })).status).toBe(201);
    expect((await add(scope, { name: 'Y', country: 'DE', address: 'A', city: 'B' })).status).toBe(201);
  });

  it('takes VAT number and country from a tax number with an EU prefix', async () => {
    const scope = await newScope();
    const german = await add(scope, { name: 'GmbH', cui: 'DE123456789', address: 'A', city: 'Berlin' });
    expect(german.body.client).toMatchObject({ vatCode: 'DE123456789', country: 'DE' });
    const greek = await add(scope, { name: 'AE', cui: 'EL123456789', address: 'A', city: 'Athens' });
    expect(greek.body.client).toMatchObject({ vatCode: 'EL123456789', country: 'GR' });
  });

  it('answers 200 with the existing client for a tax number it has, with or without RO, and changes nothing', async () => {
    const scope = await newScope();
    const { body } = await add(scope, { name: 'First', cui: '14399840' });
    const again = await add(scope, { name: 'Second', cui: 'RO14399840' });
    expect(again.status).toBe(200);
    expect(again.body).toEqual({ client: body.client, existing: true });
    expect((await list(scope)).total).toBe(1);
  });

  it('makes one client of a tax number that is sent five times at once', async () => {
    const scope = await newScope();
    const answers = await Promise.all(Array.from({ length: 5 }, () => add(scope, { name: 'X', cui: '14399840' })));
    expect(answers.map(one => one.status).sort()).toEqual([200, 200, 200, 200, 201]);
    expect(new Set(answers.map(one => one.body.client.id)).size).toBe(1);
    expect((await list(scope)).total).toBe(1);
  });

  it('gives a tax number to each company apart', async () => {
    const user = await service().newUser();
    const [one, two] = [await service().newCompany(user), await service().newCompany(user, { cif: '77' })];
    expect((await add(one, { name: 'X', cui: '14399840' })).status).toBe(201);
    expect((await add(two, { name: 'X', cui: '14399840' })).status).toBe(201);
  });
});

describe('One client', () => {
  it('shows its history, newest first, in pages', async () => {
    const scope = await newScope();
    const client = await service().newClient(scope);
    const numbers = [];
    for (let place = 0; place < 3; place++) numbers.push((await issued(service(), scope, { clientId: client.id })).number);
    const { body } = await call<Record<string, unknown> & { invoiceHistory: Record<string, unknown>[] }>(
      service(),
      scope,
      'GET',
      `/clients/${client.id}?limit=2`,
    );
    expect(body).toMatchObject({ invoiceCount: 3, invoiceTotal: 363, deliveryNoteCount: 0, receiptHistory: [], receiptCount: 0 });
    expect(body.invoiceHistory.map(row => row['number'])).toEqual(numbers.toReversed().slice(0, 2));
    expect(body.invoiceHistory[0]).toEqual({
      id: expect.any(String),
      number: numbers.at(-1),
      issueDate: expect.any(String),
      dueDate: expect.any(String),
      total: 121,
      currency: 'RON',
      status: 'issued',
      direction: 'outgoing',
    });
  });

  it('changes what is sent and clears what is null; refuses nothing at all', async () => {
    const scope = await newScope();
    const { client } = (await add(scope, { ...person, phone: '07' })).body;
    const { status, body } = await change(scope, client.id, { name: 'Zoe', phone: null, notes: 'Bună' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ client: { name: 'Zoe', phone: null, notes: 'Bună', city: 'Iași' }, invoicesUpdated: 0 });
    expect(names(await list(scope))).toEqual({ Z: ['Zoe'] });
    expect((await change(scope, client.id, {})).status).toBe(422);
  });

  it.each([{ name: '' }, { name: null }, { address: null }, { city: '' }, { country: null }])(
    'refuses to empty %j (422)',
    async body => {
      const scope = await newScope();
      const { client } = (await add(scope, person)).body;
      expect((await change(scope, client.id, body)).status).toBe(422);
    },
  );

  it('refuses the tax number of another client (409), and frees the old one', async () => {
    const scope = await newScope();
    const one = (await add(scope, { name: 'One', cui: '111' })).body.client;
    const two = (await add(scope, { name: 'Two', cui: '222' })).body.client;
    const refused = await change(scope, two.id, { cui: 'RO111' });
    expect(refused.status).toBe(409);
    expect(refused.body.error.details).toEqual({ reason: 'cui_taken' });
    expect((await change(scope, one.id, { cif: '333' })).body.client.cui).toBe('333');
    expect((await change(scope, two.id, { cui: '111' })).status).toBe(200);
  });

  it('keeps both of two changes made at the same time, and the counts beside them', async () => {
    const scope = await newScope();
    const client = await service().newClient(scope);
    const { id } = await draft(service(), scope, { clientId: client.id });
    await Promise.all([
      change(scope, client.id, { phone: '0711' }),
      call(service(), scope, 'POST', `/invoices/${id}/issue`),
      change(scope, client.id, { contactPerson: 'Ana' }),
    ]);
    const [listed] = Object.values((await list(scope)).data).flat();
    expect(listed).toMatchObject({ phone: '0711', contactPerson: 'Ana', invoiceCount: 1 });
  });

  it('is removed softly: 404 afterwards, its tax number free, refused on new documents, kept on old ones', async () => {
    const scope = await newScope();
    const client = await service().newClient(scope);
    const before = await issued(service(), scope, { clientId: client.id });
    expect((await remove(scope, client.id)).status).toBe(204);
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect(
        (await call(service(), scope, method, `/clients/${client.id}`, method === 'PATCH' ? { name: 'X' } : undefined)).status,
      ).toBe(404);
    expect((await list(scope)).total).toBe(0);
    const { body } = await call<{ client: { name: string } }>(service(), scope, 'GET', `/invoices/${before.id}`);
    expect(body.client.name).toBe(client['name']);
    const refused = await call(service(), scope, 'POST', '/invoices', invoiceBody(client.id));
    expect(refused.status).toBe(404);
    expect((await add(scope, { name: 'New', cui: String(client['cui']) })).status).toBe(201);
  });

  it('is unknown to another company (404)', async () => {
    const [mine, theirs] = [await newScope(), await newScope()];
    const { client } = (await add(theirs, person)).body;
    expect((await call(service(), mine, 'GET', `/clients/${client.id}`)).status).toBe(404);
    expect((await call(service(), mine, 'GET', '/clients/nonsense')).status).toBe(404);
  });
});

describe('Removing clients in bulk', () => {
  it('removes 100 in two transactions and a remainder, tells unknown ids one by one, and keeps the count', async () => {
    const scope = await newScope();
    const made = await Promise.all(Array.from({ length: 60 }, (_, place) => add(scope, firm(`C${place}`, `90${place}`))));
    const ids = made.map(one => one.body.client.id);
    const { status, body } = await call<{ deleted: number; errors: { id: string }[] }>(
      service(),
      scope,
      'POST',
      '/clients/bulk-delete',
      { ids: [...ids.slice(0, 55), 'nonsense', ids[0], scope.company] },
    );
    expect(status).toBe(200);
    expect(body.deleted).toBe(55);
    expect(body.errors.map(error => error.id)).toEqual(['nonsense', scope.company]);
    expect((await list(scope)).total).toBe(5);
  });

  it.each([{}, { ids: [] }, { ids: 'x' }, { ids: Array.from({ length: 101 }, (_, place) => String(place)) }])(
    'refuses other than 1 to 100 ids with 400 (%#)',
    async body => expect((await call(service(), await newScope(), 'POST', '/clients/bulk-delete', body)).status).toBe(400),
  );
});

describe('Permissions (completions-accounts §7)', () => {
  it('needs client.view, client.create, client.edit and client.delete', async () => {
    const user = await service().newUser();
    const { company } = await service().newCompany(user);
    const scope = { company, token: await keyWith(service(), user, ['invoice.view']) };
    const id = company;
    const calls: [string, string, string, object?][] = [
      ['client.view', 'GET', '/clients'],
      ['client.view', 'GET', `/clients/${id}`],
      ['client.create', 'POST', '/clients', person],
      ['client.create', 'POST', '/clients/from-registry', { cui: '14399840' }],
      ['client.edit', 'PATCH', `/clients/${id}`, { name: 'X' }],
      ['client.delete', 'DELETE', `/clients/${id}`],
      ['client.delete', 'POST', '/clients/bulk-delete', { ids: [id] }],
      ['client.view', 'GET', '/clients/taxauth-lookup?cui=14399840'],
      ['client.view', 'GET', '/clients/vies-lookup?vatCode=DE1'],
    ];
    for (const [permission, method, path, body] of calls) {
      const refused = await call<Refusal>(service(), scope, method, path, body);
      expect(refused.status).toBe(403);
      expect(refused.body.error.details).toEqual({ reason: 'permission', permission });
    }
  });
});

it('answers only what the endpoints declare', () => expect(service().runtime.violations).toEqual([]));
