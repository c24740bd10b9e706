import { expect } from 'vitest';
import type { Invoice } from '../../support/contract.ts';
import { refusedFields } from '../../support/refusals.ts';
import { useTrader } from '../../support/trader.ts';

export const line = (overrides: object = {}) => ({ description: 'Masă', quantity: 1, unitPrice: 100, vatRate: 21, ...overrides });

/** Requests of these tests. */
export function updateStatusCalls() {
  const { service, scope, put, act, draft, issued, detailOf, file, become } = useTrader();

  async function changed(id: string, body: object): Promise<Invoice> {
    const answer = await put(id, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.invoice;
  }

  const refused = async (id: string, body: unknown) => refusedFields(await put(id, body));

  /** An invoice that the authority rejected. */
  async function rejected(overrides: object = {}): Promise<Invoice> {
    const invoice = await issued(overrides);
    await become(invoice.id, { status: 'rejected', taxauthStatus: 'rejected', taxauthValidationErrors: ['BR-CO-25'] });
    return invoice;
  }
  return { service, scope, put, act, draft, issued, detailOf, file, become, changed, refused, rejected };
}
