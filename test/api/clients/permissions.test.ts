import { describe, expect, it } from 'vitest';
import type { Refusal } from '../../support/contract.ts';
import { call } from '../../support/invoices.ts';
import { keyWith } from '../../support/members.ts';
import { useService } from '../../support/service.ts';
import { person } from './calls.ts';

const service = useService();

describe('Permissions (REC-2)', () => {
  it('requires client.view, client.create, client.edit and client.delete', async () => {
    const user = await service().newUser();
    const { company } = await service().newCompany(user);
    const scope = { company, token: await keyWith(service(), user, ['invoice.view']) };
    const id = company;
    const calls: [string, string, string, object?][] = [
      ['client.view', 'GET', '/clients'],
      ['client.view', 'GET', `/clients/${id}`],
      ['client.create', 'POST', '/clients', person],
      ['client.create', 'POST', '/clients/from-registry', { cui: '14399840' }],
      ['client.edit', 'PATCH', `/clients/${id}`, { name: 'X' }],
      ['client.delete', 'DELETE', `/clients/${id}`],
      ['client.delete', 'POST', '/clients/bulk-delete', { ids: [id] }],
      ['client.view', 'GET', '/clients/taxauth-lookup?cui=14399840'],
      ['client.view', 'GET', '/clients/vies-lookup?vatCode=DE1'],
    ];
    for (const [permission, method, path, body] of calls) {
      const refused = await call<Refusal>(service(), scope, method, path, body);
      expect(refused.status).toBe(403);
      expect(refused.body.error.details).toEqual({ reason: 'permission', permission });
    }
  });
});
