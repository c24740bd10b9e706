import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AcceptedEmail, Answered, Email, Invoice, Refusal } from '../../support/contract.ts';
import { call, issued, lastingTrader } from '../../support/invoices.ts';
import { type Scope, useOwnService } from '../../support/service.ts';
import { newAddress } from './calls.ts';

const service = useOwnService();
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

async function sent(body: object = {}): Promise<{ invoice: Invoice; to: string; accepted: AcceptedEmail }> {
  const [invoice, to] = [await newInvoice(), newAddress()];
  const answer = await send(invoice.id, { to, ...body });
  expect(answer.status).toBe(200);
  await service().idle();
  return { invoice, to, accepted: answer.body };
}

describe('never twice, never lost', () => {
  it('retries after 1, 5 and 15 minutes, then failed', async () => {
    service().runtime.faults.add({ service: 'ses', kind: 'fail', rate: 1 });
    const [{ id }, to] = [await newInvoice(), newAddress()];
    await send(id, { to });
    await service().idle();
    const tries = (): number =>
      service()
        .runtime.engines.sqs.depths()
        .find(queue => queue.name === 'document-email')?.delayed ?? 0;
    for (const wait of ['PT61S', 'PT301S', 'PT901S']) {
      expect([(await history(id))[0]?.deliveryStatus, tries()]).toEqual(['queued', 1]);
      await service().advance(wait);
    }
    expect((await history(id))[0]).toMatchObject({ deliveryStatus: 'failed', bounceReason: 'Temporary failure' });
    expect(tries()).toBe(0);
    expect(await service().mailbox(to)).toEqual([]);
  });

  it('a mail that failed at first goes out at the next try, with the same link', async () => {
    service().runtime.faults.add({ service: 'ses', kind: 'fail', times: 1 });
    const { invoice, to } = await sent();
    expect(await service().mailbox(to)).toEqual([]);
    await service().advance('PT61S');
    expect(await service().mailbox(to)).toHaveLength(1);
    expect((await history(invoice.id))[0]?.deliveryStatus).toBe('delivered');
    const links = await call<unknown[]>(service(), scope, 'GET', `/invoices/${invoice.id}/share-links`);
    expect(links.body).toHaveLength(1);
  });

  it('an answer that was lost sends no second mail: the events tell that it went out', async () => {
    service().runtime.faults.add({ service: 'ses', kind: 'lostAnswer', times: 1 });
    const { invoice, to } = await sent();
    for (const wait of ['PT61S', 'PT301S', 'PT901S']) await service().advance(wait);
    expect(await service().mailbox(to)).toHaveLength(1);
    expect((await history(invoice.id))[0]?.deliveryStatus).toBe('delivered');
  });

  it('an invoice that is cancelled before the next try is not mailed', async () => {
    service().runtime.faults.add({ service: 'ses', kind: 'fail', times: 1 });
    const { invoice, to } = await sent();
    await call(service(), scope, 'POST', `/invoices/${invoice.id}/cancel`, { reason: 'Comandată de două ori' });
    await service().advance('PT61S');
    expect(await service().mailbox(to)).toEqual([]);
    expect((await history(invoice.id))[0]?.deliveryStatus).toBe('failed');
  });
});
