import { describe, expect, it } from 'vitest';
import { handler as bulkDelete } from '../../../functions/clients/bulk-delete.ts';
import { handler as create } from '../../../functions/clients/create.ts';
import { handler as bulkDeleteProducts } from '../../../functions/products/bulk-delete.ts';
import { handler as bulkDeleteSuppliers } from '../../../functions/suppliers/bulk-delete.ts';
import { handler as fromRegistry } from '../../../functions/clients/from-registry.ts';
import { handler as list } from '../../../functions/clients/list.ts';
import { handler as lookUpCompany } from '../../../functions/clients/taxauth-lookup.ts';
import { handler as update } from '../../../functions/clients/update.ts';
import { handler as lookUpVatNumber } from '../../../functions/clients/vies-lookup.ts';
import { Problem } from '#shared/base/kernel/errors.ts';
import { newClient, requireAddress } from '#shared/records/parties/clients/rules.ts';
import { refusedRequest } from '../../support/refused/request.ts';

/** Errors of endpoints of clients by query and body alone, and the rules of addresses. */

const person = { type: 'individual', name: 'Ion Ionescu', address: 'Str. A 1', city: 'Iași', county: 'IS' };
const invalid = (field: string) => ({
  status: 422,
  code: 'validation_error',
  details: { [field]: [expect.any(String)] },
});

describe('POST /clients (REC-8 to REC-14)', () => {
  it.each<[object, string]>([
    [{ cui: '1439' }, 'name'],
    [{ ...person, cnp: '123' }, 'cnp'],
    [{ ...person, email: 'x@' }, 'email'],
    [{ ...person, country: 'QQ' }, 'country'],
    [{ ...person, currency: 'XXQ' }, 'currency'],
    [{ ...person, defaultPaymentTermDays: 3651 }, 'defaultPaymentTermDays'],
    [{ ...person, postalCode: '12345678901' }, 'postalCode'],
    [{ ...person, type: 'club' }, 'type'],
  ])('rejects %j with 422 that names %s', async (body, field) => {
    expect(await refusedRequest(create, { body })).toEqual(invalid(field));
  });

  it('accepts a valid body', async () => {
    expect(await refusedRequest(create, { body: person })).toBeUndefined();
  });

  it.each<[Parameters<typeof newClient>[0], string[]]>([
    [{ name: 'X' }, ['address', 'city', 'county']],
    [{ name: 'X', address: 'A' }, ['city', 'county']],
    [{ name: 'X', address: 'A', city: 'B' }, ['county']],
    [{ name: 'X', cui: '14399840', type: 'individual' }, ['address', 'city', 'county']],
    [{ name: 'X', country: 'DE', cui: '14399840', address: 'A' }, ['city']],
  ])('%j has no sufficient address: 422 that names %j', (input, fields) => {
    const check = () => requireAddress(newClient(input, undefined, 'id', '2026-11-01T00:00:00.000Z'));
    expect(check).toThrow(Problem);
    expect(check).toThrow(
      expect.objectContaining({
        code: 'validation_error',
        details: Object.fromEntries(fields.map(field => [field, [expect.any(String)]])),
      }),
    );
  });
});

describe('PATCH /clients/{uuid}', () => {
  it.each<[object, string]>([
    [{ name: '' }, 'name'],
    [{ name: null }, 'name'],
    [{ country: null }, 'country'],
  ])('rejects clearing %j (422)', async (body, field) => {
    expect(await refusedRequest(update, { body })).toEqual(invalid(field));
  });

  it('rejects an empty change (422)', async () => {
    expect(await refusedRequest(update, { body: {} })).toMatchObject({ status: 422, code: 'validation_error' });
  });
});

describe('GET /clients', () => {
  it.each(['page=0', 'page=x', 'limit=0', 'type=club', 'country=QQ', 'vatPayer=maybe', 'sort=cui', 'order=up'])(
    'rejects ?%s with 422',
    async query => {
      expect(await refusedRequest(list, { query })).toEqual(invalid(query.replace(/=.*/, '')));
    },
  );
});

describe.each([
  ['clients', bulkDelete],
  ['suppliers', bulkDeleteSuppliers],
  ['products', bulkDeleteProducts],
])('POST /%s/bulk-delete', (_records, handler) => {
  it.each([{}, { ids: [] }, { ids: 'x' }, { ids: Array.from({ length: 101 }, (_, place) => String(place)) }])(
    'rejects other than 1 to 100 ids with 400 (%#)',
    async body => {
      expect(await refusedRequest(handler, { body })).toEqual({ ...invalid('ids'), status: 400, code: 'bad_request' });
    },
  );
});

describe('Registers (REC-12 to REC-17)', () => {
  it.each([
    ['taxauth-lookup', lookUpCompany, '', 'cui'],
    ['taxauth-lookup', lookUpCompany, 'cui=DE1', 'cui'],
    ['vies-lookup', lookUpVatNumber, '', 'vatCode'],
    ['vies-lookup', lookUpVatNumber, 'vatCode=123', 'vatCode'],
  ])('GET /clients/%s rejects %3$s of ?%2$s with 422', async (_, handler, query, field) => {
    expect(await refusedRequest(handler, { query })).toEqual(invalid(field));
  });

  it('POST /clients/from-registry rejects a body without cui (422)', async () => {
    expect(await refusedRequest(fromRegistry, { body: { name: 'X' } })).toEqual(invalid('cui'));
  });
});
