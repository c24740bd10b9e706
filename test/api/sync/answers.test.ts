import { beforeAll, describe, expect, it } from 'vitest';
import { issued } from '../../support/invoices.ts';
import { deliver, listedBy, supplierInvoice, synchronize } from '../../support/taxauth/received.ts';
import { useOwnService } from '../../support/service.ts';
import { type Traded, useAnswers } from './answers-calls.ts';

const service = useOwnService();

const { detail, answer, messages, later, traded } = useAnswers(service);

describe('Answers to suppliers', () => {
  let trade: Traded;
  beforeAll(async () => {
    trade = await traded();
  });

  it('require a received document (409), and a reason for a refusal (422)', async () => {
    const { seller, buyer, sent, id } = trade;
    for (const own of [sent.id, (await issued(service(), seller)).id]) {
      const refused = await answer(seller, own, { response: 'accept' });
      expect(refused.status).toBe(409);
      expect(refused.body.error.details).toMatchObject({ reason: 'not_received' });
    }
    for (const body of [{ response: 'refuse' }, { response: 'refuse', reason: ' ' }, { response: 'maybe' }, {}]) {
      const refused = await answer(buyer, id, body);
      expect([400, 422], JSON.stringify(body)).toContain(refused.status);
    }
    expect((await answer(buyer, id, { response: 'accept', reason: 'x'.repeat(1001) })).status).toBeGreaterThanOrEqual(400);
    expect((await answer(seller, id, { response: 'accept' })).status).toBe(404);
  });

  it('are delivered to the supplier as a message of the buyer, on the invoice that they are about', async () => {
    const { seller, buyer, sent, id } = trade;
    expect(await detail(buyer, id)).toMatchObject({ answer: null, taxauthUploadIndex: sent.taxauthUploadIndex });
    const refused = await answer(buyer, id, { response: 'refuse', reason: 'Cantitatea „livrată” nu e <corectă> & completă' });
    expect(refused.status).toBe(202);
    expect(refused.body.answer).toMatchObject({ response: 'refuse', status: 'pending', taxauthUploadIndex: null, error: null });
    expect((await answer(buyer, id, { response: 'accept' })).body.error.details).toEqual({
      status: 'synced',
      reason: 'answer_pending',
    });
    await service().idle();
    expect((await detail(buyer, id)).answer).toMatchObject({ status: 'sent', taxauthUploadIndex: expect.any(String) });
    await later();
    const delivered = await detail(buyer, id);
    expect(delivered.answer).toMatchObject({ status: 'delivered', error: null });
    expect(delivered.status).toBe('synced');
    expect(delivered.events.map(({ details }) => details).slice(0, 3)).toEqual([
      'The tax authority has accepted the answer for delivery to the supplier',
      'The answer was sent to the tax authority',
      'Refused by the company',
    ]);

    await deliver(service(), seller, supplierInvoice({ seller: seller.cif, buyer: '40123452', type: '389' }));
    await synchronize(service(), seller);
    // A sale that a client issued in the company's name gets no answer.
    const sale = (await listedBy(service(), seller, 'direction=incoming'))[0]!;
    expect((await answer(seller, sale.id, { response: 'accept' })).status).toBe(409);
    const text = 'Factura a fost refuzată. Cantitatea „livrată” nu e <corectă> & completă';
    expect(await messages(seller)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          messageType: 'info',
          status: 'ok',
          invoiceId: sent.id,
          details: expect.objectContaining({ message: text }),
        }),
      ]),
    );
    const entry = (await detail(seller, sent.id)).events[0];
    expect(entry).toMatchObject({ type: 'updated', details: `Message of the buyer: ${text}`, metadata: { message: text } });
    expect((await detail(seller, sent.id)).status).toBe('validated');

    // The buyer's own list has it too.
    await service().advance('PT61M');
    await synchronize(service(), buyer);
    expect((await messages(buyer)).filter(one => one.messageType === 'info')).toMatchObject([{ invoiceId: id, status: 'ok' }]);
    expect((await answer(buyer, id, { response: 'accept' })).status).toBe(202);
    await later();
    expect((await detail(buyer, id)).answer).toMatchObject({ response: 'accept', status: 'delivered' });
  });

  it('require a connection (422)', async () => {
    await service().advance('P91D');
    const unconnected = await answer(trade.buyer, trade.id, { response: 'accept' });
    expect(unconnected.status).toBe(422);
    expect(unconnected.body.error.details).toEqual({ reason: 'taxauth_not_connected' });
  });
});
