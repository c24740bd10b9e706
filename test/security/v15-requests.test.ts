import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { invoiceBody } from '../support/invoices.ts';
import { type Service, useService } from '../support/service.ts';

const service = useService();
type Fields = Record<string, unknown>;

async function asked(...request: Parameters<Service['api']>): Promise<{ status: number; body: Fields }> {
  const { status, body } = await service().api(...request);
  return { status, body: body as Fields };
}

describe('V15 requests', () => {
  test('V15.3.3, V8.2.3 fields that callers cannot set are not changed', async () => {
    const user = await service().newUser();
    const scope = await service().newCompany(user);
    const foreign = randomUUID();
    const own = {
      ...{
        uuid: foreign,
        id: foreign,
        pk: 'C#x',
        sk: 'x',
        companyId: foreign,
        organizationId: foreign,
        userId: foreign,
        version: 99,
      },
      ...{ createdAt: '1999-01-01T00:00:00Z', updatedAt: '1999-01-01T00:00:00Z', deletedAt: '1999-01-01T00:00:00Z' },
    };
    const client = (await service().newClient(scope, own)) as unknown as Fields;
    const rights = { role: 'admin', roles: ['admin'], permissions: ['*'], isPlatformAdmin: true, mfaEnabled: true };
    const state = { status: 'validated', number: 'X-1', paymentStatus: 'paid', xmlPath: 'x', pdfPath: 'x', isReadOnly: true };
    const before = (await asked('GET', '/api/v1/me', user)).body;
    const [invoice, profile, company] = await Promise.all([
      asked('POST', '/api/v1/invoices', { ...scope, body: { ...invoiceBody(client['id'] as string), ...own, ...state } }),
      asked('PATCH', '/api/v1/me', {
        ...user,
        body: { ...own, ...rights, firstName: 'Changed', email: 'other@test.example', emailConfirmed: false, active: false },
      }),
      asked('PATCH', `/api/v1/companies/${scope.company}`, { ...scope, body: { ...own, ...rights, ...state, name: 'Changed' } }),
    ]);
    expect([invoice.status, profile.status, company.status]).toEqual([201, 200, 200]);
    for (const made of [client, invoice.body, profile.body, company.body])
      for (const forged of [foreign, '1999-01-01', 'other@test.example', 'C#x', 'X-1'])
        expect(JSON.stringify(made)).not.toContain(forged);
    expect(invoice.body).toMatchObject({ invoice: { status: 'draft', amountPaid: 0, balance: 121 } });
    expect(company.body).toMatchObject({ name: 'Changed', isReadOnly: false });
    const { email, active, emailConfirmed, roles, permissions, mfaEnabled, memberships, organization } = before;
    const kept = { email, active, emailConfirmed, roles, permissions, mfaEnabled, memberships, organization };
    expect(profile.body).toMatchObject({ ...kept, firstName: 'Changed' });
  });

  test('V15.3.7 a parameter of the query is separate: one in the body or a header is another', async () => {
    const user = await service().newUser();
    const scope = await service().newCompany(user);
    await service().newClient(scope);
    const get = (query: string, headers: Record<string, string>) => service().api('GET', `/api/v1/clients${query}`, { headers });
    const authorization = `Bearer ${user.token}`;
    expect((await get(`?X-Company=${scope.company}`, { authorization })).status).toBe(403);
    expect((await get(`?authorization=${encodeURIComponent(authorization)}`, { 'x-company': scope.company })).status).toBe(401);
    expect((await get('?limit=1', { authorization, 'x-company': scope.company, limit: '1000000' })).body).toMatchObject({
      limit: 1,
    });
    // A repeated parameter is neither the one nor the other.
    expect([400, 422]).toContain((await get('?limit=1&limit=2', { authorization, 'x-company': scope.company })).status);
  });
});
