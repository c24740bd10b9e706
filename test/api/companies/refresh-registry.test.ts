import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { refreshed } from '../../../shared/parties/companies/registry-fields.ts';
import type { Company } from '../../../shared/model/company.ts';
import type { RegistryEntry } from '../../../shared/registries/company-registry.ts';
import { keyWith } from '../../support/members.ts';
import { useOwnService } from '../../support/service.ts';
import { companiesCalls } from './calls.ts';

const service = useOwnService();
const { add, at } = companiesCalls(service);

const servers: Server[] = [];
afterEach(() => {
  servers.splice(0).forEach(server => server.close());
  delete process.env['COMPANY_REGISTRY_CALLS_PER_SECOND'];
  delete process.env['COMPANY_REGISTRY_URL'];
});

/** A register that answers so; how often it was asked. */
async function register(status: number, reply: object): Promise<{ asked: number }> {
  const counted = { asked: 0 };
  const server = createServer((request, response) => {
    counted.asked += 1;
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
  });
  servers.push(server);
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready));
  process.env['COMPANY_REGISTRY_CALLS_PER_SECOND'] = '1000';
  process.env['COMPANY_REGISTRY_URL'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return counted;
}

const known = {
  found: [
    {
      date_generale: { cui: 12345678, denumire: 'EXEMPLU NOU SRL', nrRegCom: 'J12/34/2020' },
      inregistrare_scop_Tva: { scpTVA: true },
      inregistrare_RTVAI: { statusTvaIncasare: true },
      adresa_sediu_social: { sdenumire_Strada: 'Calea Moților', snumar_Strada: '8', sdenumire_Localitate: 'Cluj-Napoca' },
    },
  ],
};

/** A company that was typed by hand. */
async function typed() {
  const user = await service().newUser();
  const { body } = await add(user, {
    cif: '12345678',
    name: 'Exemplu SRL',
    city: 'Iași',
    state: 'IAȘI',
    phone: '0700',
    bankName: 'B',
  });
  // A session would be over before the hour is.
  const key = { token: await keyWith(service(), user, ['company.edit']) };
  return { user, company: body, refresh: () => at(key, 'POST', `/${body.id}/refresh-registry`) };
}

describe('Refreshing a company from the register (completions-accounts §9)', () => {
  it('overwrites what the register has and nothing else, once an hour', async () => {
    const { user, company, refresh } = await typed();
    const registry = await register(200, known);
    const { status, body } = await refresh();
    expect(status).toBe(200);
    expect(body).toEqual({
      ...company,
      name: 'EXEMPLU NOU SRL',
      registrationNumber: 'J12/34/2020',
      vatPayer: true,
      vatCode: 'RO12345678',
      vatOnCollection: true,
      address: 'Calea Moților, nr. 8',
      city: 'Cluj-Napoca',
      updatedAt: body.updatedAt,
    });
    expect((await at(user, 'GET', `/${company.id}`)).body).toEqual(body);
    await service().advance('PT59M');
    const early = await refresh();
    expect(early.status).toBe(429);
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(early.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(registry.asked).toBe(1);
    await service().advance('PT1M');
    expect((await refresh()).status).toBe(200);
  });

  it('lets one of two at the same time through', async () => {
    const { refresh } = await typed();
    await register(200, known);
    const answers = await Promise.all([refresh(), refresh()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429]);
  });

  it.each([
    ['the register does not answer', 500, {}, 503],
    ['it answers in another form', 200, { found: 'x' }, 503],
    ['it does not know the tax number', 404, { notFound: [12345678] }, 404],
  ])('changes nothing and does not count when %s', async (_, status, reply, expected) => {
    const { user, company, refresh } = await typed();
    await register(status, reply);
    expect((await refresh()).status).toBe(expected);
    expect((await at(user, 'GET', `/${company.id}`)).body).toEqual(company);
    await register(200, known);
    expect((await refresh()).status).toBe(200);
  });

  it('answers 503 where no register is configured, 404 to strangers', async () => {
    const { company, refresh } = await typed();
    expect((await refresh()).status).toBe(503);
    expect((await at(await service().newUser(), 'POST', `/${company.id}/refresh-registry`)).status).toBe(404);
  });
});

describe('What the register leaves open', () => {
  const entry: RegistryEntry = {
    cif: '1',
    name: 'N',
    registrationNumber: null,
    address: null,
    city: null,
    county: null,
    sector: null,
    postalCode: null,
    country: 'RO',
    phone: '0800',
    vatPayer: false,
    vatOnCollection: false,
    vatCode: null,
  };
  it.each([
    ['registrationNumber', 'J1/2/2020', 'J1/2/2020'],
    ['address', 'Strada', 'Strada'],
    ['city', 'Iași', 'Iași'],
    ['state', 'IAȘI', 'IAȘI'],
    ['phone', '0700', '0700'],
    ['vatCode', 'RO1', null],
    ['sector', '6', null],
    ['vatPayer', true, false],
  ] as const)('%s: %s becomes %s', (field, typedValue, kept) => {
    expect(refreshed({ [field]: typedValue } as unknown as Company, entry)).toMatchObject({ [field]: kept, name: 'N' });
  });
});
