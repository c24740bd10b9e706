import { describe, expect, it } from 'vitest';
import type { BulkDeletion } from '../../support/contract.ts';
import { call } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';
import { clientsCalls, firm } from './calls.ts';

const service = useService();
const { newScope, add, list } = clientsCalls(service);

describe('deleting clients in bulk', () => {
  it('deletes 100 in two transactions and a remainder, reports each unknown id, and updates the count', async () => {
    const scope = await newScope();
    const ids: string[] = [];
    // Five at a time: all of them change the company's one count of clients.
    for (let first = 0; first < 60; first += 5) {
      const made = [0, 1, 2, 3, 4].map(place => add(scope, firm(`C${first + place}`, `90${first + place}`)));
      ids.push(...(await Promise.all(made)).map(one => one.body.client.id));
    }
    const { status, body } = await call<BulkDeletion>(service(), scope, 'POST', '/clients/bulk-delete', {
      ids: [...ids.slice(0, 55), 'nonsense', ids[0], scope.company],
    });
    expect(status).toBe(200);
    expect(body.deleted).toBe(55);
    expect(body.errors.map(error => error.id)).toEqual(['nonsense', scope.company]);
    expect((await list(scope)).total).toBe(5);
  });
});
