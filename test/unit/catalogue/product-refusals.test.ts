import { describe, expect, it } from 'vitest';
import { handler as create } from '../../../functions/products/create.ts';
import { handler as list } from '../../../functions/products/list.ts';
import { handler as update } from '../../../functions/products/update.ts';
import { refusedRequest } from '../../support/refused/request.ts';

/** Errors of endpoints of products by query and body alone. */

const invalid = (field: string) => ({
  status: 422,
  code: 'validation_error',
  details: { [field]: [expect.any(String)] },
});

const WRONG: [object, string][] = [
  [{ unitPrice: -1 }, 'unitPrice'],
  [{ unitPrice: 1.23456 }, 'unitPrice'],
  [{ vatRate: 101 }, 'vatRate'],
  [{ vatCategoryCode: 'Q' }, 'vatCategoryCode'],
  [{ color: 'red' }, 'color'],
  [{ sgrAmount: '1000' }, 'sgrAmount'],
  [{ netWeight: 0 }, 'netWeight'],
  [{ netWeight: '1.23456' }, 'netWeight'],
  [{ grossWeight: -1 }, 'grossWeight'],
  [{ grossWeight: '1000000000000' }, 'grossWeight'],
  [{ usage: 'never' }, 'usage'],
  [{ unitOfMeasure: 'x'.repeat(21) }, 'unitOfMeasure'],
  [{ description: 'x'.repeat(2001) }, 'description'],
];

describe('POST /products (REC-37 to REC-43)', () => {
  it.each<[object, string]>([
    [{ unitPrice: 1 }, 'name'],
    [{ name: 'X' }, 'unitPrice'],
    ...WRONG.map(([fields, field]): [object, string] => [{ name: 'X', unitPrice: 1, ...fields }, field]),
  ])('rejects %j with 422 that names %s', async (body, field) => {
    expect(await refusedRequest(create, { body })).toEqual(invalid(field));
  });

  it('accepts a valid body', async () => {
    expect(await refusedRequest(create, { body: { name: 'X', unitPrice: 1 } })).toBeUndefined();
  });
});

describe('PATCH /products/{uuid}', () => {
  it.each<[object, string]>([[{ name: '' }, 'name'], ...WRONG])('rejects %j with 422 that names %s', async (body, field) => {
    expect(await refusedRequest(update, { body })).toEqual(invalid(field));
  });

  it('rejects an empty change with 422', async () => {
    expect(await refusedRequest(update, { body: {} })).toMatchObject({ status: 422, code: 'validation_error' });
  });
});

describe('GET /products', () => {
  it.each(['page=0', 'limit=x', 'isActive=maybe', 'sort=color', 'order=up', 'categoryId=x'])(
    'rejects ?%s with 422',
    async query => {
      expect(await refusedRequest(list, { query })).toEqual(invalid(query.replace(/=.*/, '')));
    },
  );
});
