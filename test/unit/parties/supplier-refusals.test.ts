import { describe, expect, it } from 'vitest';
import { handler as create } from '../../../functions/suppliers/create.ts';
import { handler as list } from '../../../functions/suppliers/list.ts';
import { handler as update } from '../../../functions/suppliers/update.ts';
import { refusedRequest } from '../../support/refused/request.ts';

/** Errors of endpoints of suppliers by query and body alone. */

const firm = {
  ...{ name: 'X', cui: '77', registrationNumber: 'J40/12/2020' },
  ...{ address: 'Str. A 1', city: 'Cluj-Napoca', county: 'CJ' },
};
const invalid = (field: string) => ({
  status: 422,
  code: 'validation_error',
  details: { [field]: [expect.any(String)] },
});

describe('POST /suppliers (REC-29, REC-30)', () => {
  it.each<[object, string]>([
    [{ name: undefined }, 'name'],
    [{ registrationNumber: undefined }, 'registrationNumber'],
    [{ address: ' ' }, 'address'],
    [{ city: undefined }, 'city'],
    [{ county: null }, 'county'],
    [{ email: 'x@' }, 'email'],
    [{ country: 'QQ' }, 'country'],
    [{ bankAccount: 'RO00AAAA' }, 'bankAccount'],
    [{ postalCode: '12345678901' }, 'postalCode'],
  ])('rejects %j with 422 that names %s', async (fields, field) => {
    expect(await refusedRequest(create, { body: { ...firm, ...fields } })).toEqual(invalid(field));
  });

  it('accepts a valid body', async () => {
    expect(await refusedRequest(create, { body: firm })).toBeUndefined();
  });
});

describe('PATCH /suppliers/{uuid}', () => {
  it.each<[object, string]>([
    [{ name: '' }, 'name'],
    [{ name: null }, 'name'],
    [{ email: 'x@' }, 'email'],
    [{ country: 'QQ' }, 'country'],
    [{ bankAccount: 'RO1' }, 'bankAccount'],
  ])('rejects the change %j with 422 that names %s', async (body, field) => {
    expect(await refusedRequest(update, { body })).toEqual(invalid(field));
  });

  it('rejects an empty change with 422', async () => {
    expect(await refusedRequest(update, { body: {} })).toMatchObject({ status: 422, code: 'validation_error' });
  });
});

describe('GET /suppliers', () => {
  it.each(['page=0', 'page=x', 'limit=0'])('rejects ?%s with 422', async query => {
    expect(await refusedRequest(list, { query })).toEqual(invalid(query.replace(/=.*/, '')));
  });
});
