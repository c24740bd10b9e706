import { beforeAll, describe, expect, it } from 'vitest';
import type { Invoice } from '../support/contract.ts';
import { call } from '../support/invoices.ts';
import { type Scope, useOwnService } from '../support/service.ts';
import { newReceiver, received } from '../support/taxauth/received.ts';

/** Received credit notes and the invoices that they name, stored simultaneously; inbound-sync interrupts the storing. */

const service = useOwnService({ machines: [] });
let scope: Scope;
beforeAll(async () => {
  scope = await newReceiver(service(), { lasting: true });
});

const ROUNDS = Array.from({ length: 5 }, (_, round) => `R-${round}`);
const detail = async (id: string): Promise<Invoice> => (await call(service(), scope, 'GET', `/invoices/${id}`)).body;
const invoiceOf = (number: string) => received(scope, { number, net: '1000.00', vat: '210.00' });
const noteOn = (named: string, number: string) =>
  received(scope, { root: 'CreditNote', number, net: '100.00', vat: '21.00', names: { number: named } });

/** Expects an invoice that is reduced by each of the credit notes once. */
async function expectReduced(id: string, by: number): Promise<void> {
  const { balance, creditedAmount, creditNotes, events } = await detail(id);
  expect({ balance, creditedAmount }).toEqual({ balance: 1210 - by * 121, creditedAmount: by * 121 });
  expect(creditNotes).toHaveLength(by);
  expect(events.filter(({ details }) => details.startsWith('Credited by'))).toHaveLength(by);
}

describe('stored at the same time', () => {
  it.each(ROUNDS)('an invoice and its credit note: the note reduces it, whichever is first (%s)', async number => {
    const [invoice] = await Promise.all([invoiceOf(number), noteOn(number, `N-${number}`)]);
    await expectReduced(invoice, 1);
  });

  it('five credit notes of one invoice: each reduces it', async () => {
    const invoice = await invoiceOf('F-5');
    await Promise.all(ROUNDS.map(round => noteOn('F-5', `N5-${round}`)));
    await expectReduced(invoice, 5);
  });

  it('three credit notes that wait for their invoice, and the invoice', async () => {
    const [, , , invoice = ''] = await Promise.all([
      ...ROUNDS.slice(0, 3).map(round => noteOn('F-3', `N3-${round}`)),
      invoiceOf('F-3'),
    ]);
    await expectReduced(invoice, 3);
  });

  it('a credit note that is delivered three times: it reduces the invoice once', async () => {
    const invoice = await invoiceOf('F-1');
    const notes = await Promise.all([1, 2, 3].map(() => noteOn('F-1', 'N-1')));
    await expectReduced(invoice, 1);
    const linked = await Promise.all(notes.map(async id => (await detail(id)).parentDocumentId));
    expect(linked.filter(id => id === invoice)).toHaveLength(1);
  });

  it('a credit note and a payment of the invoice: the balance has both', async () => {
    const invoice = await invoiceOf('F-2');
    const pay = call(service(), scope, 'POST', `/invoices/${invoice}/payments`, { amount: 500, paymentDate: '2026-11-21' });
    const [{ status }] = await Promise.all([pay, noteOn('F-2', 'N-2')]);
    expect([status, (await detail(invoice)).balance]).toEqual([201, 589]);
  });
});
