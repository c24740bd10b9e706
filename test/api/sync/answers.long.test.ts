import { describe, expect, it } from 'vitest';
import type { CreditNote, Invoice, Refusal } from '../../support/contract.ts';
import { call, validated } from '../../support/invoices.ts';
import { deliver, listedBy, newReceiver, type Receiver, supplierInvoice, synchronize } from '../../support/taxauth/received.ts';
import { useOwnService } from '../../support/service.ts';

const service = useOwnService();

interface Answer {
  response: string;
  reason: string | null;
  status: string;
  taxauthUploadIndex: string | null;
  error: string | null;
}
type Answered = Invoice & { answer: Answer | null };

/** A connected company whose credential outlives every turn of the clock. */
const trading = (): Promise<Receiver> => newReceiver(service(), { lasting: true });

const detail = async (scope: Receiver, id: string) => (await call<Answered>(service(), scope, 'GET', `/invoices/${id}`)).body;
const answer = (scope: Receiver, id: string, body: object) =>
  call<Answered & Refusal>(service(), scope, 'POST', `/invoices/${id}/answer`, body);
const messages = async (scope: Receiver) =>
  (
    await call<{ data: { messageType: string; invoiceId: string | null; status: string; details: { message: string } }[] }>(
      service(),
      scope,
      'GET',
      '/efactura-messages',
    )
  ).body.data;
/** Time for the tries of a step, which follow each other. */
async function later(): Promise<void> {
  await service().idle(60_000);
  for (let tries = 0; tries < 4; tries++) await service().advance('PT16M');
}
const authority = (state: object) => service().api('PUT', '/_local/taxauth', { body: state });

/** An invoice from one company to another, as both have it. */
async function traded(): Promise<{ seller: Receiver; buyer: Receiver; sent: Invoice; id: string }> {
  const [seller, buyer] = [await trading(), await trading()];
  const { id: clientId } = await service().newClient(seller, { name: 'Cumpărător SRL', cui: `RO${buyer.cif}` });
  const sent = await validated(service(), seller, { clientId });
  await synchronize(service(), buyer);
  return { seller, buyer, sent, id: (await listedBy(service(), buyer))[0]!.id };
}

describe('Answers to suppliers', () => {
  it('of a credit note are answers too', async () => {
    const scope = await trading();
    await deliver(service(), scope, supplierInvoice({ buyer: scope.cif, number: 'S-1', root: 'CreditNote' }));
    await synchronize(service(), scope);
    const [row] = await listedBy(service(), scope);
    expect((await answer(scope, row!.id, { response: 'accept' })).status).toBe(202);
    await later();
    const shown = await call<CreditNote & { answer: Answer }>(service(), scope, 'GET', `/invoices/${row!.id}`);
    expect(shown.body.answer).toMatchObject({ response: 'accept', status: 'delivered' });
  });

  it('wait until the authority is there again, and are sent once where an answer got lost', async () => {
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
