import { expect, it } from 'vitest';
import type { Refusal } from '../../support/contract.ts';
import { call } from '../../support/invoices.ts';
import { keyWith } from '../../support/members.ts';
import { useService } from '../../support/service.ts';

const service = useService();

it('requires product.view, product.create, product.edit and product.delete (403)', async () => {
  const user = await service().newUser();
  const { company } = await service().newCompany(user);
  const scope = { company, token: await keyWith(service(), user, ['invoice.view']) };
  const calls: [string, string, string, object?][] = [
    ['product.view', 'GET', '/products'],
    ['product.view', 'GET', `/products/${company}`],
    ['product.create', 'POST', '/products', { name: 'X', unitPrice: 1 }],
    ['product.edit', 'PATCH', `/products/${company}`, { name: 'X' }],
    ['product.delete', 'DELETE', `/products/${company}`],
    ['product.delete', 'POST', '/products/bulk-delete', { ids: [company] }],
  ];
  for (const [permission, method, path, body] of calls) {
    const refused = await call<Refusal>(service(), scope, method, path, body);
    expect(refused.body.error.details).toEqual({ reason: 'permission', permission });
  }
});
