import { afterEach, expect } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import type { Answered, Invoice, InvoiceWithValidation, Refusal } from '../../support/contract.ts';
import { call, post } from '../../support/invoices.ts';
import type { Scope, Service } from '../../support/service.ts';

type Trader = Scope & { clientId: string };

export const body = (scope: Trader, overrides: object = {}) => ({
  clientId: scope.clientId,
  issueDate: today(),
  lines: [{ description: 'Masă', quantity: 1, unitPrice: 100, vatRate: 21 }],
  ...overrides,
});

type Reply = Answered<InvoiceWithValidation & Refusal>;
export const replayed = (answer: Reply): string | null => answer.headers.get('idempotent-replayed');

/** Requests of these tests. */
export function idempotencyCalls(service: () => Service) {
  afterEach(() => service().runtime.faults.clear());

  const totalOf = async (scope: Scope): Promise<number> =>
    (await call<{ total: number }>(service(), scope, 'GET', '/invoices')).body.total;

  async function made(scope: Trader, overrides: object = {}): Promise<Invoice> {
    const answer = await post(service(), scope, body(scope, overrides));
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body.invoice;
  }

  const send = async (scope: Scope, key: string, sent: unknown, path = '/invoices'): Promise<Reply> =>
    (await service().api('POST', `/api/v1${path}`, { ...scope, body: sent, headers: { 'idempotency-key': key } })) as Reply;

  return { totalOf, made, send };
}
