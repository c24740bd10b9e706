import { beforeAll, expect } from 'vitest';
import { invoiceBody, post, trader } from '../../support/invoices.ts';
import { type Scope, useService } from '../../support/service.ts';

export const line = (overrides: object = {}) => ({ description: 'Masă', quantity: 1, unitPrice: 100, vatRate: 21, ...overrides });

/** Requests of these tests. */
export function createCalls() {
  const service = useService();
  const scope = {} as Scope & { clientId: string };

  beforeAll(async () => {
    Object.assign(scope, await trader(service()));
  });

  /** A body that no draft matches by chance. */
  const body = (overrides: object = {}) => invoiceBody(scope.clientId, overrides);

  async function created(overrides: object = {}) {
    const answer = await post(service(), scope, body(overrides));
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  }
  return { service, scope, body, created };
}
