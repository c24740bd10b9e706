import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AcceptedEmail, Answered, Email, Invoice, Refusal } from '../../support/contract.ts';
import { call, issued, lastingTrader } from '../../support/invoices.ts';
import { type Scope, useService } from '../../support/service.ts';
import { newAddress, codeOf } from './calls.ts';

const service = useService();
let scope: Scope & { clientId: string };

beforeAll(async () => {
  scope = await lastingTrader(service());
});

afterEach(() => {
  service().runtime.faults.clear();
});
const newInvoice = (): Promise<Invoice> => issued(service(), scope, { clientId: scope.clientId });
const send = (id: string, body: object, headers: Record<string, string> = {}) =>
  service().api('POST', `/api/v1/invoices/${id}/email`, { ...scope, body, headers }) as Promise<
    Answered<AcceptedEmail & Refusal>
  >;
const history = async (id: string): Promise<Email[]> =>
  (await call<Email[]>(service(), scope, 'GET', `/invoices/${id}/emails`)).body;

describe('GET /invoices/{uuid}/emails (interface.md)', () => {
  it('newest first; 404 for an invoice that there is not', async () => {
    const { id } = await newInvoice();
    const ids = [];
    for (let n = 0; n < 3; n++) ids.push((await send(id, { to: newAddress(), attachPdf: false })).body.emailId);
    expect((await history(id)).map(one => one.id)).toEqual(ids.toReversed());
    expect(codeOf(await call<Refusal>(service(), scope, 'GET', `/invoices/${randomUUID()}/emails`))).toEqual([404, 'not_found']);
    await service().idle();
  });
});
