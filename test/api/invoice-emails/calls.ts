import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { AcceptedEmail, Answered, Email, Invoice, Refusal } from '../../support/contract.ts';
import type { Service } from '../../support/service.ts';
import type { Trader } from '../../support/trader.ts';

export const newAddress = (): string => `client-${randomUUID()}@client.example`;

/** Requests of these tests. */
export function emailCalls(service: () => Service, { scope, request, issued }: Pick<Trader, 'scope' | 'request' | 'issued'>) {
  type Answer = Answered<AcceptedEmail & Refusal>;
  const send = (id: string, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
    service().api('POST', `/api/v1/invoices/${id}/email`, { ...scope, body, headers }) as Promise<Answer>;
  const history = async (id: string): Promise<Email[]> => (await request<Email[]>('GET', `/invoices/${id}/emails`)).body;

  /** An issued invoice whose mail has been sent. */
  async function sent(body: object = {}): Promise<{ invoice: Invoice; to: string; accepted: AcceptedEmail }> {
    const [invoice, to] = [await issued(), newAddress()];
    const answer = await send(invoice.id, { to, ...body });
    expect(answer.status).toBe(200);
    await service().idle();
    return { invoice, to, accepted: answer.body };
  }
  return { send, history, sent };
}
