import { beforeAll, describe, expect, it } from 'vitest';
import type { CreatedClient, Refusal } from '../../support/contract.ts';
import { call } from '../../support/invoices.ts';
import { type Scope, useService } from '../../support/service.ts';
import { clientsCalls } from './calls.ts';
import { ENTRY, useRegisters } from './register.ts';

const service = useService();
const { newScope, add, change } = clientsCalls(service);
const register = useRegisters();

/** A company for tests that do not depend on the number of its records. */
let shared: Scope;
beforeAll(async () => {
  shared = await newScope();
});

describe('Registers (REC-12 to REC-17)', () => {
  it('returns 503 for lookups without a register, and still creates clients', async () => {
    const scope = shared;
    expect((await call(service(), scope, 'GET', '/clients/taxauth-lookup?cui=14399840')).status).toBe(503);
    expect((await call(service(), scope, 'GET', '/clients/vies-lookup?vatCode=DE123456789')).status).toBe(503);
    const { status, body } = await call<CreatedClient>(service(), scope, 'POST', '/clients/from-registry', {
      cui: 'RO14399840',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ taxauthValidated: false, client: { name: 'CUI 14399840', cui: '14399840' } });
  });

  it('rejects lookups without a number with 422', async () => {
    const scope = shared;
    for (const [path, field] of [
      ['/clients/taxauth-lookup?cui=DE1', 'cui'],
      ['/clients/vies-lookup', 'vatCode'],
    ] as const) {
      const { status, body } = await call<Refusal>(service(), scope, 'GET', path);
      expect(status).toBe(422);
      expect(body.error.details).toHaveProperty(field);
    }
  });

  it('rejects from-registry without cui (422) and returns 200 for an existing client', async () => {
    const scope = await newScope();
    expect((await call(service(), scope, 'POST', '/clients/from-registry', { name: 'X' })).status).toBe(422);
    await add(scope, { name: 'X', cui: 'RO14399840' });
    const again = await call<CreatedClient>(service(), scope, 'POST', '/clients/from-registry', { cui: '14399840' });
    expect(again.status).toBe(200);
    expect(again.body.existing).toBe(true);
  });

  it('fills in fields that the caller left out, and nothing else', async () => {
    const scope = await newScope();
    await register('COMPANY_REGISTRY_URL', 200, ENTRY);
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

  it('fills in a company when it is created and overrides typed values; rejects an unknown number (400)', async () => {
    await register('COMPANY_REGISTRY_URL', 200, ENTRY);
    const { token } = await service().newUser();
    const body = { cif: '14399840', name: 'Typed', phone: '0700' };
    const made = await service().api('POST', '/api/v1/companies', { token, body });
    expect(made.body).toMatchObject({ name: 'DANTE INTERNATIONAL SA', vatPayer: true, sector: '6', phone: '0700' });
    expect((await service().api('POST', '/api/v1/companies', { token, body: { cif: '99', name: 'X' } })).status).toBe(400);
  });

  it('blocks nothing when it fails: clients are created, companies with a name too, lookups return 503', async () => {
    await register('COMPANY_REGISTRY_URL', 500, {});
    const user = await service().newUser();
    const scope = await service().newCompany(user);
    expect((await add(scope, { name: 'X', cui: '14399840' })).body.taxauthValidated).toBe(false);
    expect((await call(service(), scope, 'GET', '/clients/taxauth-lookup?cui=14399840')).status).toBe(503);
    const nameless = await service().api('POST', '/api/v1/companies', { token: user.token, body: { cif: '99' } });
    expect(nameless.status).toBe(503);
  });

  it('is called once a second: two more callers wait, the others get 429, and clients are created without it', async () => {
    const scope = await newScope();
    await register('COMPANY_REGISTRY_URL', 200, ENTRY);
    const lookups = async () => {
      const begun = performance.now();
      const answers = await Promise.all(
        Array.from({ length: 10 }, () =>
          call<{ error: string }>(service(), scope, 'GET', '/clients/taxauth-lookup?cui=14399840'),
        ),
      );
      return { answers, found: answers.filter(({ status }) => status === 200).length, took: performance.now() - begun };
    };
    expect((await lookups()).found).toBe(10);

    process.env['COMPANY_REGISTRY_CALLS_PER_SECOND'] = '1';
    const made = add(scope, { name: 'Mine', cui: '14399840' });
    const { answers, found, took } = await lookups();
    expect(found).toBeGreaterThan(0);
    expect(found).toBeLessThanOrEqual(1 + took / 1000);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBe(10 - found);
    for (const { status, headers, body } of refused) {
      expect(status).toBe(429);
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(body).toEqual({ error: 'The limit of the tax authority is reached.', retryAfter: expect.any(Number) });
    }
    expect((await made).status).toBe(201);
  });

  it('queries the EU register about VAT numbers of other EU countries: a valid one makes a VAT payer', async () => {
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

  it('leaves viesValid null while the EU register is down', async () => {
    await register('VAT_REGISTRY_URL', 200, { isValid: false, userError: 'MS_UNAVAILABLE' });
    const scope = shared;
    const { client } = (await add(scope, { name: 'M', cui: 'DE123456789', address: 'A', city: 'B' })).body;
    expect(client.viesValid).toBeNull();
    expect((await call(service(), scope, 'GET', '/clients/vies-lookup?vatCode=DE123456789')).status).toBe(503);
  });
});
