import { describe, expect, it } from 'vitest';
import { call } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';
import { productsCalls } from './calls.ts';

const service = useService();
const { newScope, add, change, list, remove } = productsCalls(service);

describe('Products (REC-37 to REC-43)', () => {
  it('returns 404 once deleted, and for another company', async () => {
    const [scope, other] = [await newScope(), await newScope()];
    const { id } = (await add(scope, { name: 'X', unitPrice: 1 })).body;
    expect((await call(service(), other, 'GET', `/products/${id}`)).status).toBe(404);
    expect((await remove(scope, id)).status).toBe(204);
    expect((await call(service(), scope, 'GET', `/products/${id}`)).status).toBe(404);
    expect((await change(scope, id, { name: 'Y' })).status).toBe(404);
    expect((await remove(scope, id)).status).toBe(404);
    expect(await list(scope)).toMatchObject({ data: [], total: 0 });
  });
});
