import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type Answered, call, draft, invoiceBody, issued, type Refusal } from '../support/invoices.ts';
import { keyWith } from '../support/members.ts';
import { type Scope, useService } from '../support/service.ts';

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

describe('Listing clients', () => {
  it('groups by the first letter without diacritics, everything else under #, the page cut before grouping', async () => {
    const scope = await newScope();
    for (const name of ['Șapte', 'alfa', 'Ágnes', '3M', 'Beta', 'Ωmega', 'Sâmbătă']) await add(scope, firm(name));
    const page = await list(scope);
    expect(names(page)).toEqual({ '#': ['3M', 'Ωmega'], A: ['Ágnes', 'alfa'], B: ['Beta'], S: ['Sâmbătă', 'Șapte'] });
    expect(page).toMatchObject({ total: 7, page: 1, limit: 20, pages: 1 });
    const second = await list(scope, '?page=2&limit=3');
    expect(names(second)).toEqual({ B: ['Beta'], S: ['Sâmbătă', 'Șapte'] });
    expect(second).toMatchObject({ total: 7, page: 2, limit: 3, pages: 3 });
    expect(names(await list(scope, '?order=desc&limit=2'))).toEqual({ '#': ['Ωmega'], S: ['Șapte'] });
  });

  it('sorts by creation inside each group', async () => {
    const scope = await newScope();
    for (const name of ['A2', 'B1', 'A1']) await add(scope, firm(name));
    expect(names(await list(scope, '?sort=createdAt'))).toEqual({ A: ['A2', 'A1'], B: ['B1'] });
    expect(names(await list(scope, '?sort=createdAt&order=desc'))).toEqual({ A: ['A1', 'A2'], B: ['B1'] });
  });

  it('searches name, cui, cnp, vatCode, idNumber and email; filters by type, country and vatPayer; totals what it found', async () => {
    const scope = await newScope();
    await add(scope, { ...firm('Librăria Doi', '5551'), isVatPayer: true, email: 'office@doi.example' });
    await add(scope, { ...person, cnp: '1800101223344', idNumber: 'XT-99' });
    await add(scope, { name: 'Drei', address: 'A', city: 'B', country: 'AT', vatCode: 'ATU11' });
    const found = async (query: string): Promise<string[]> => Object.values(names(await list(scope, query))).flat();
    expect(await found('?search=LIBRARIA')).toEqual(['Librăria Doi']);
    expect(await found('?search=555')).toEqual(['Librăria Doi']);
    expect(await found('?search=doi.EXAMPLE')).toEqual(['Librăria Doi']);
    expect(await found('?search=0101223')).toEqual(['Ion Ionescu']);
    expect(await found('?search=xt-9')).toEqual(['Ion Ionescu']);
    expect(await found('?search=atu')).toEqual(['Drei']);
    expect(await found('?search=nobody')).toEqual([]);
    expect(await found('?type=individual')).toEqual(['Ion Ionescu']);
    expect(await found('?country=at')).toEqual(['Drei']);
    expect(await found('?vatPayer=yes')).toEqual(['Librăria Doi']);
    expect((await list(scope, '?vatPayer=no&limit=1')).total).toBe(2);
  });

  it.each(['page=0', 'page=x', 'limit=0', 'type=club', 'country=QQ', 'vatPayer=maybe', 'sort=cui', 'order=up'])(
    'refuses ?%s with 422',
    async query => expect((await call(service(), await newScope(), 'GET', `/clients?${query}`)).status).toBe(422),
  );

  it('lowers a limit above 200 to 200', async () => {
    expect(await list(await newScope(), '?limit=5000')).toMatchObject({ limit: 200, total: 0, pages: 0 });
  });

  it('counts issued outgoing invoices and their revenue', async () => {
    const scope = await newScope();
    const client = await service().newClient(scope);
    await issued(service(), scope, { clientId: client.id });
    await issued(service(), scope, { clientId: client.id });
    await draft(service(), scope, { clientId: client.id });
    const [listed] = Object.values((await list(scope)).data).flat();
    expect(listed).toMatchObject({ invoiceCount: 2, totalRevenue: 242 });
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

describe('Registers (completions-accounts §25)', () => {
  const servers: Server[] = [];
  afterEach(() => {
    servers.splice(0).forEach(server => server.close());
    delete process.env['COMPANY_REGISTRY_URL'];
    delete process.env['VAT_REGISTRY_URL'];
  });

  /** A register that gives this answer; its address is put into the setting. */
  async function register(setting: string, status: number, reply: object): Promise<void> {
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
    });
    servers.push(server);
    await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready));
    process.env[setting] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const entry = {
    cod: 200,
    found: [
      {
        date_generale: {
          cui: 14399840,
          denumire: 'DANTE INTERNATIONAL SA',
          nrRegCom: 'J40/372/2002',
          telefon: '0212005200',
          codPostal: '',
        },
        inregistrare_scop_Tva: { scpTVA: true },
        inregistrare_RTVAI: { statusTvaIncasare: false },
        adresa_sediu_social: {
          sdenumire_Strada: 'Şos. Virtuţii',
          snumar_Strada: '148',
          sdenumire_Localitate: 'Sector 6 Mun. Bucureşti',
          sdenumire_Judet: 'MUNICIPIUL BUCUREŞTI',
          scod_Postal: '60787',
        },
      },
    ],
    notFound: [],
  };

  it('answers 503 on lookups without one, and still creates', async () => {
    const scope = await newScope();
    expect((await call(service(), scope, 'GET', '/clients/taxauth-lookup?cui=14399840')).status).toBe(503);
    expect((await call(service(), scope, 'GET', '/clients/vies-lookup?vatCode=DE123456789')).status).toBe(503);
    const { status, body } = await call<Created['body']>(service(), scope, 'POST', '/clients/from-registry', {
      cui: 'RO14399840',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ taxauthValidated: false, client: { name: 'CUI 14399840', cui: '14399840' } });
  });

  it.each([
    ['/clients/taxauth-lookup', 'cui'],
    ['/clients/taxauth-lookup?cui=DE1', 'cui'],
    ['/clients/vies-lookup', 'vatCode'],
    ['/clients/vies-lookup?vatCode=123', 'vatCode'],
  ])('refuses %s with 422', async (path, field) => {
    const { status, body } = await call<Refusal>(service(), await newScope(), 'GET', path);
    expect(status).toBe(422);
    expect(body.error.details).toHaveProperty(field);
  });

  it('refuses from-registry without cui (422) and answers 200 for an existing client', async () => {
    const scope = await newScope();
    expect((await call(service(), scope, 'POST', '/clients/from-registry', { name: 'X' })).status).toBe(422);
    await add(scope, { name: 'X', cui: 'RO14399840' });
    const again = await call<Created['body']>(service(), scope, 'POST', '/clients/from-registry', { cui: '14399840' });
    expect(again.status).toBe(200);
    expect(again.body.existing).toBe(true);
  });

  it('fills what the caller left out, and nothing else', async () => {
    const scope = await newScope();
    await register('COMPANY_REGISTRY_URL', 200, entry);
    const { body } = await add(scope, { name: 'Mine', cui: '14399840', phone: '0700' });
    expect(body).toMatchObject({
      taxauthValidated: true,
      client: {
        name: 'Mine',
        phone: '0700',
        registrationNumber: 'J40/372/2002',
        isVatPayer: true,
        vatCode: 'RO14399840',
        postalCode: '60787',
      },
    });
    const lookup = await call<{ data: object }>(service(), scope, 'GET', '/clients/taxauth-lookup?cui=ro14399840');
    expect(lookup.body.data).toMatchObject({ cui: '14399840', name: 'DANTE INTERNATIONAL SA', county: 'MUNICIPIUL BUCUREŞTI' });
    expect((await call(service(), scope, 'GET', '/clients/taxauth-lookup?cui=99')).status).toBe(404);
  });

  it('fills a company at its creation and overrides what was typed; refuses a number it does not know (400)', async () => {
    await register('COMPANY_REGISTRY_URL', 200, entry);
    const { token } = await service().newUser();
    const body = { cif: '14399840', name: 'Typed', phone: '0700' };
    const made = await service().api('POST', '/api/v1/companies', { token, body });
    expect(made.body).toMatchObject({ name: 'DANTE INTERNATIONAL SA', vatPayer: true, sector: '6', phone: '0700' });
    expect((await service().api('POST', '/api/v1/companies', { token, body: { cif: '99', name: 'X' } })).status).toBe(400);
  });

  it('never stands in the way when it fails: clients are made, companies with a name too, lookups answer 503', async () => {
    await register('COMPANY_REGISTRY_URL', 500, {});
    const user = await service().newUser();
    const scope = await service().newCompany(user);
    expect((await add(scope, { name: 'X', cui: '14399840' })).body.taxauthValidated).toBe(false);
    expect((await call(service(), scope, 'GET', '/clients/taxauth-lookup?cui=14399840')).status).toBe(503);
    const nameless = await service().api('POST', '/api/v1/companies', { token: user.token, body: { cif: '99' } });
    expect(nameless.status).toBe(503);
  });

  it('asks the EU register about VAT numbers of other EU countries: a valid one makes a VAT payer', async () => {
    await register('VAT_REGISTRY_URL', 200, { isValid: true, userError: 'VALID', name: 'Muster GmbH', address: '---' });
    const scope = await newScope();
    const { client } = (await add(scope, { name: 'M', cui: 'DE123456789', address: 'A', city: 'B' })).body;
    expect(client).toMatchObject({
      viesValid: true,
      viesName: 'Muster GmbH',
      isVatPayer: true,
      viesValidatedAt: expect.any(String),
    });
    const moved = (await change(scope, client.id, { country: 'US' })).body.client;
    expect(moved).toMatchObject({ viesValid: null, viesName: null, viesValidatedAt: null });
    const lookup = await call<{ data: object }>(service(), scope, 'GET', '/clients/vies-lookup?vatCode=de 123456789');
    expect(lookup.body.data).toEqual({
      valid: true,
      name: 'Muster GmbH',
      address: null,
      countryCode: 'DE',
      vatNumber: '123456789',
    });
  });

  it('leaves viesValid null while the EU register is out', async () => {
    await register('VAT_REGISTRY_URL', 200, { isValid: false, userError: 'MS_UNAVAILABLE' });
    const scope = await newScope();
    const { client } = (await add(scope, { name: 'M', cui: 'DE123456789', address: 'A', city: 'B' })).body;
    expect(client['viesValid']).toBeNull();
    expect((await call(service(), scope, 'GET', '/clients/vies-lookup?vatCode=DE123456789')).status).toBe(503);
  });
});

it('answers only what the endpoints declare', () => expect(service().runtime.violations).toEqual([]));
