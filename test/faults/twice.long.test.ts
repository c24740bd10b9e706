import { afterEach, describe, expect, it } from 'vitest';
import { call } from '../support/invoices.ts';
import { useOwnService } from '../support/service.ts';
import { deliver, listedBy, newReceiver, supplierInvoice, synchronize } from '../support/taxauth/received.ts';
import { useTrader } from '../support/trader.ts';

/** Work whose messages queue further messages, while each is delivered twice: a second delivery must not queue further messages. */

const service = useOwnService({ deliversTwice: true });
const { request, issued } = useTrader({ service, lasting: true });

afterEach(() => service().runtime.faults.clear());

const delayed = (queue: string): number =>
  service()
    .runtime.engines.sqs.depths()
    .find(({ name }) => name === queue)?.delayed ?? 0;

describe('when everything is delivered twice', () => {
  it('a mail that fails has one next attempt after each, and has failed after the last', async () => {
    service().runtime.faults.add({ service: 'ses', kind: 'fail', rate: 1 });
    const { id } = await issued();
    const to = 'twice@client.example';
    expect((await request('POST', `/invoices/${id}/email`, { to, attachPdf: false })).status).toBe(200);
    await service().idle();
    const status = async (): Promise<string | undefined> =>
      (await request<{ deliveryStatus: string }[]>('GET', `/invoices/${id}/emails`)).body[0]?.deliveryStatus;
    for (const wait of ['PT61S', 'PT301S', 'PT901S']) {
      expect(await status()).toBe('queued');
      // The record of the stream that triggers the attempt is delivered twice too.
      expect(delayed('document-email')).toBe(2);
      await service().advance(wait);
    }
    expect([await status(), delayed('document-email')]).toEqual(['failed', 0]);
  });

  it('an answer to a supplier reaches the authority once, and is polled for once at a time', async () => {
    const scope = await newReceiver(service(), { lasting: true });
    await deliver(service(), scope, supplierInvoice({ buyer: scope.cif, number: 'F-1' }));
    await synchronize(service(), scope);
    const [invoice] = await listedBy(service(), scope);
    // The authority is unavailable for some attempts.
    service().runtime.faults.add({ service: 'taxauth', kind: 'fail', times: 4 });
    expect((await call(service(), scope, 'POST', `/invoices/${invoice?.id}/answer`, { response: 'accept' })).status).toBe(202);
    await service().idle();
    let waits = 0;
    for (; waits < 20 && delayed('background') > 0; waits++) {
      expect(delayed('background')).toBe(1);
      await service().advance('PT16M');
    }
    expect(waits).toBeGreaterThan(3);
    const { body } = await call<{ answer: { status: string } }>(service(), scope, 'GET', `/invoices/${invoice?.id}`);
    expect(body.answer.status).toBe('delivered');
    await synchronize(service(), scope);
    const messages = await call<{ data: object[] }>(service(), scope, 'GET', '/efactura-messages?messageType=info');
    expect(messages.body.data).toHaveLength(1);
  });
});
