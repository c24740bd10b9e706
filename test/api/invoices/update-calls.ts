import { expect } from 'vitest';
import type { Invoice } from '../../support/contract.ts';
import { useTrader } from '../../support/trader.ts';

export const line = (overrides: object = {}) => ({ description: 'Masă', quantity: 1, unitPrice: 100, vatRate: 21, ...overrides });

/** Requests of these tests. */
export function updateCalls() {
  const { service, scope, request, post, put, draft, detailOf, newTrader } = useTrader();

  async function changed(id: string, body: object): Promise<Invoice> {
    const answer = await put(id, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.invoice;
  }
  return { service, scope, request, post, put, draft, detailOf, newTrader, changed };
}
