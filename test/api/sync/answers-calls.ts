import type { Invoice, Refusal } from '../../support/contract.ts';
import { call, validated } from '../../support/invoices.ts';
import { listedBy, newReceiver, synchronize, type Receiver } from '../../support/taxauth/received.ts';
import type { Service } from '../../support/service.ts';

export interface Answer {
  response: string;
  reason: string | null;
  status: string;
  taxauthUploadIndex: string | null;
  error: string | null;
}
export interface Message {
  uuid: string;
  messageType: string;
  status: string;
  invoiceId: string | null;
  details: { message: string };
}
export type Answered = Invoice & { answer: Answer | null };

/** An invoice from one company to another, as both have it. */
export interface Traded {
  seller: Receiver;
  buyer: Receiver;
  sent: Invoice;
  id: string;
}

/** Shared by tests of answers to suppliers. */
export function useAnswers(service: () => Service) {
  /** A connected company whose credential outlives every turn of the clock. */
  const trading = (): Promise<Receiver> => newReceiver(service(), { lasting: true });

  const detail = async (scope: Receiver, id: string) => (await call<Answered>(service(), scope, 'GET', `/invoices/${id}`)).body;
  const answer = (scope: Receiver, id: string, body: object) =>
    call<Answered & Refusal>(service(), scope, 'POST', `/invoices/${id}/answer`, body);
  const messages = async (scope: Receiver) =>
    (await call<{ data: Message[] }>(service(), scope, 'GET', '/efactura-messages')).body.data;
  /** Time for the attempts of a step, one after the other. */
  async function later(): Promise<void> {
    await service().idle();
    for (let tries = 0; tries < 4; tries++) await service().advance('PT16M');
  }
  const authority = (state: object) => service().api('PUT', '/_local/taxauth', { body: state });

  async function traded(): Promise<Traded> {
    const [seller, buyer] = [await trading(), await trading()];
    const { id: clientId } = await service().newClient(seller, { name: 'Cumpărător SRL', cui: `RO${buyer.cif}` });
    const sent = await validated(service(), seller, { clientId });
    await synchronize(service(), buyer);
    return { seller, buyer, sent, id: (await listedBy(service(), buyer))[0]!.id };
  }

  return { trading, detail, answer, messages, later, authority, traded };
}
