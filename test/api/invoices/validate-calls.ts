import { beforeAll, expect } from 'vitest';
import { expecting } from '../../../infra/local/api-client.ts';
import { BANK_ACCOUNT } from '../../../infra/local/demo/journey.ts';
import type { Answered, Refusal, ValidationResult } from '../../support/contract.ts';
import { useTrader } from '../../support/trader.ts';

export const line = (overrides: object = {}) => ({
  description: 'Consultanță',
  quantity: 1,
  unitPrice: 100,
  vatRate: 21,
  ...overrides,
});
export const LONG = 'ș'.repeat(201);
export const TOO_LONG = 'Shorten the description of the item to 200 characters.';

/** Requests of these tests. */
export function validateCalls() {
  const { service, scope, request, post, act, invoiceBody, draft, issued, file } = useTrader({ connected: true });
  beforeAll(async () => {
    await expecting(201, 'A bank account', service().api('POST', '/api/v1/bank-accounts', { ...scope, body: BANK_ACCOUNT }));
  });

  const validated = (id: string, query = ''): Promise<Answered<ValidationResult & Refusal>> =>
    request('POST', `/invoices/${id}/validate${query}`);
  const full = async (id: string): Promise<ValidationResult> => {
    const { status, body } = await validated(id, '?mode=full');
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  return { service, scope, request, post, act, invoiceBody, draft, issued, file, validated, full };
}
