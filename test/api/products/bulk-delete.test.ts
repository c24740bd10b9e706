import { describe, expect, it } from 'vitest';
import type { BulkDeletion } from '../../support/contract.ts';
import { call } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';
import { productsCalls } from './calls.ts';

const service = useService();
const { newScope, add, list } = productsCalls(service);

describe('deleting products in bulk', () => {
  it('deletes existing ones and reports the rest', async () => {
    const scope = await newScope();
    const made = await Promise.all(['A', 'B', 'C'].map(name => add(scope, { name, unitPrice: 1 })));
    const ids = made.map(one => one.body.id);
    const { body } = await call<BulkDeletion>(service(), scope, 'POST', '/products/bulk-delete', {
      ids: [ids[0], scope.company, ids[1]],
    });
    expect(body).toEqual({ deleted: 2, errors: [{ id: scope.company, error: 'Product not found.' }] });
    expect((await list(scope)).total).toBe(1);
    expect((await call(service(), scope, 'POST', '/products/bulk-delete', { ids: [] })).status).toBe(400);
  });
});
