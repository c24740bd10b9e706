import { describe, expect, it } from 'vitest';
import type { BulkDeletion } from '../../support/contract.ts';
import { call } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';
import { clientsCalls, firm } from './calls.ts';

const service = useService();
const { newScope, add, list } = clientsCalls(service);

describe('deleting clients in bulk', () => {
  it('deletes existing ones, each once, and reports each unknown id', async () => {
    const scope = await newScope();
    const ids: string[] = [];
    for (const name of ['A', 'B', 'C']) ids.push((await add(scope, firm(name))).body.client.id);
    const { status, body } = await call<BulkDeletion>(service(), scope, 'POST', '/clients/bulk-delete', {
      ids: [ids[0], ids[1], 'nonsense', ids[0], scope.company],
    });
    expect(status).toBe(200);
    expect(body.deleted).toBe(2);
    expect(body.errors.map(error => error.id)).toEqual(['nonsense', scope.company]);
    expect((await list(scope)).total).toBe(1);
  });

  it('an id that no record can have is unknown, however long: the others are deleted', async () => {
    const scope = await newScope();
    const { client } = (await add(scope, firm('C', '911'))).body;
    const odd = ['x'.repeat(1_025), 'ș'.repeat(3_000), '', 'a#b'];
    const { status, body } = await call<BulkDeletion>(service(), scope, 'POST', '/clients/bulk-delete', {
      ids: [...odd, client.id],
    });
    expect(status).toBe(200);
    expect(body.deleted).toBe(1);
    expect(body.errors.map(error => error.id)).toEqual(odd);
  });

  it('rejects a body without ids with 400', async () => {
    expect((await call(service(), await newScope(), 'POST', '/clients/bulk-delete', {})).status).toBe(400);
  });
});
