import { afterEach, describe, expect, it } from 'vitest';
import { useOwnService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';
import { newAddress, emailCalls } from './calls.ts';

// Counts messages of the queue: test/faults/twice.long.test.ts has them delivered twice.
const service = useOwnService({ deliversTwice: false });
const trader = useTrader({ service, lasting: true });
const { request, act, issued } = trader;
const { send, history, sent } = emailCalls(service, trader);

afterEach(() => {
  service().runtime.faults.clear();
});

describe('mails are sent once, and none is lost', () => {
  it('retries after 1, 5 and 15 minutes, then failed', async () => {
    service().runtime.faults.add({ service: 'ses', kind: 'fail', rate: 1 });
    const [{ id }, to] = [await issued(), newAddress()];
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

  it('a mail that failed at first is sent at the next attempt, with the same link', async () => {
    service().runtime.faults.add({ service: 'ses', kind: 'fail', times: 1 });
    const { invoice, to } = await sent();
    expect(await service().mailbox(to)).toEqual([]);
    await service().advance('PT61S');
    expect(await service().mailbox(to)).toHaveLength(1);
    expect((await history(invoice.id))[0]?.deliveryStatus).toBe('delivered');
    const links = await request<unknown[]>('GET', `/invoices/${invoice.id}/share-links`);
    expect(links.body).toHaveLength(1);
  });

  it('a lost response causes no second mail: the events report that it was sent', async () => {
    service().runtime.faults.add({ service: 'ses', kind: 'lostAnswer', times: 1 });
    const { invoice, to } = await sent();
    for (const wait of ['PT61S', 'PT301S', 'PT901S']) await service().advance(wait);
    expect(await service().mailbox(to)).toHaveLength(1);
    expect((await history(invoice.id))[0]?.deliveryStatus).toBe('delivered');
  });

  it('an invoice that is cancelled before the next attempt is not mailed', async () => {
    service().runtime.faults.add({ service: 'ses', kind: 'fail', times: 1 });
    const { invoice, to } = await sent();
    await act(invoice.id, 'cancel', { reason: 'Comandată de două ori' });
    await service().advance('PT61S');
    expect(await service().mailbox(to)).toEqual([]);
    expect((await history(invoice.id))[0]?.deliveryStatus).toBe('failed');
  });
});
