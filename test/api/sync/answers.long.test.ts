import { describe, expect, it } from 'vitest';
import type { CreditNote } from '../../support/contract.ts';
import { call } from '../../support/invoices.ts';
import { deliver, listedBy, supplierInvoice, synchronize } from '../../support/taxauth/received.ts';
import { useOwnService } from '../../support/service.ts';
import { type Answer, useAnswers } from './answers-calls.ts';

const service = useOwnService();

const { trading, detail, answer, messages, later, authority, traded } = useAnswers(service);

describe('Answers to suppliers', () => {
  it('that the authority rejects have failed, with its reason, and may be sent again', async () => {
    const { buyer, id } = await traded();
    await authority({ mode: 'reject', errors: ['Mesajul nu poate fi preluat'] });
    expect((await answer(buyer, id, { response: 'accept' })).status).toBe(202);
    await later();
    await authority({ mode: 'ok' });
    expect((await detail(buyer, id)).answer).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('nu poate fi preluat'),
    });
    expect((await answer(buyer, id, { response: 'accept' })).status).toBe(202);
  });

  it('to a credit note can be sent too', async () => {
    const scope = await trading();
    await deliver(service(), scope, supplierInvoice({ buyer: scope.cif, number: 'S-1', root: 'CreditNote' }));
    await synchronize(service(), scope);
    const [row] = await listedBy(service(), scope);
    expect((await answer(scope, row!.id, { response: 'accept' })).status).toBe(202);
    await later();
    const shown = await call<CreditNote & { answer: Answer }>(service(), scope, 'GET', `/invoices/${row!.id}`);
    expect(shown.body.answer).toMatchObject({ response: 'accept', status: 'delivered' });
  });

  it('wait until the authority is available again, and are sent once when a response was lost', async () => {
    const { seller, buyer, id } = await traded();
    await authority({ mode: 'down' });
    expect((await answer(buyer, id, { response: 'accept' })).status).toBe(202);
    await later();
    expect((await detail(buyer, id)).answer).toMatchObject({ status: 'pending' });
    await authority({ mode: 'lostAnswer', times: 1 });
    await later();
    expect((await detail(buyer, id)).answer).toMatchObject({ status: 'delivered' });
    await synchronize(service(), seller);
    expect((await messages(seller)).filter(one => one.messageType === 'info')).toHaveLength(1);
  });
});
