import { beforeAll, describe, expect, it } from 'vitest';
import { type Scope, useService } from '../../support/service.ts';
import { person, clientsCalls } from './calls.ts';

const service = useService();
const { newScope, add, list } = clientsCalls(service);

/** A company for tests that do not depend on the number of its records. */
let shared: Scope;
beforeAll(async () => {
  shared = await newScope();
});

describe('Creating a client (REC-8 to REC-14)', () => {
  it('returns 201 with the whole record, tax number without blanks, cif as its other name', async () => {
    const scope = shared;
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
        isAffiliated: false,
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
        metadata: {},
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

  it('rejects missing and invalid fields with 422 that names them', async () => {
    const scope = shared;
    for (const [body, field] of [
      [{ cui: '1439' }, 'name'],
      [{ name: 'X' }, 'address'],
      [{ ...person, email: 'x@' }, 'email'],
    ] as const) {
      const refused = await add(scope, body);
      expect(refused.status).toBe(422);
      expect(refused.body.error.details).toMatchObject({ [field]: [expect.any(String)] });
    }
  });

  it('requires no address for a Romanian company with a tax number, and no county abroad', async () => {
    const scope = await newScope();
    expect((await add(scope, { name: 'X', cui: '14399840' })).status).toBe(201);
    expect((await add(scope, { name: 'Y', country: 'DE', address: 'A', city: 'B' })).status).toBe(201);
  });

  it('derives VAT number and country from a tax number with an EU prefix', async () => {
    const scope = shared;
    const german = await add(scope, { name: 'GmbH', cui: 'DE123456789', address: 'A', city: 'Berlin' });
    expect(german.body.client).toMatchObject({ vatCode: 'DE123456789', country: 'DE' });
    const greek = await add(scope, { name: 'AE', cui: 'EL123456789', address: 'A', city: 'Athens' });
    expect(greek.body.client).toMatchObject({ vatCode: 'EL123456789', country: 'GR' });
  });

  it('returns 200 with the existing client for a known tax number, with or without RO, and changes nothing', async () => {
    const scope = await newScope();
    const { body } = await add(scope, { name: 'First', cui: '14399840' });
    const again = await add(scope, { name: 'Second', cui: 'RO14399840' });
    expect(again.status).toBe(200);
    expect(again.body).toEqual({ client: body.client, existing: true });
    expect((await list(scope)).total).toBe(1);
  });

  it('creates one client of a tax number that is sent five times at once', async () => {
    const scope = await newScope();
    const answers = await Promise.all(Array.from({ length: 5 }, () => add(scope, { name: 'X', cui: '14399840' })));
    expect(answers.map(one => one.status).sort()).toEqual([200, 200, 200, 200, 201]);
    expect(new Set(answers.map(one => one.body.client.id)).size).toBe(1);
    expect((await list(scope)).total).toBe(1);
  });

  it('accepts the same tax number in each company', async () => {
    const user = await service().newUser();
    const [one, two] = [await service().newCompany(user), await service().newCompany(user, { cif: '77' })];
    expect((await add(one, { name: 'X', cui: '14399840' })).status).toBe(201);
    expect((await add(two, { name: 'X', cui: '14399840' })).status).toBe(201);
  });
});
