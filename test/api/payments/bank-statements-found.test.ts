import { describe, expect, it } from 'vitest';
import type { Line } from '../../support/bank/camt.ts';
import { entriesOf, settled, line, invoiceOf, book, CLIENT_IBAN, DAY } from '../../support/bank/proposals.ts';
import { useTrader } from '../../support/trader.ts';

/** POST /bank-statements/proposals: what was recorded by hand, what is owed back or bought, and whose documents (BNK-8 to BNK-17). */

const { newTrader } = useTrader();

describe('the lines of a statement', () => {
  it('finds an allocation by hand by its day, whole amount and client, and takes no cash for money of the bank', async () => {
    const own = await newTrader();
    const { clientId } = own.scope;
    await own.request('PATCH', `/clients/${clientId}`, { bankAccount: CLIENT_IBAN });
    const invoice = await invoiceOf(own, 100);
    const allocate = async (body: object): Promise<void> => {
      const answer = await own.request('POST', '/allocations', { clientId, paymentDate: DAY, ...body });
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    };
    await allocate({ amount: 200, documents: [{ id: invoice.id, amount: 121 }] });
    await allocate({ amount: 77, paymentMethod: 'cash' });
    // Credit that pays moves no money, and is no line of the bank.
    const other = await invoiceOf(own, 10);
    await allocate({ amount: 0, useCredit: 12.1, documents: [{ id: other.id, amount: 12.1 }] });
    const line = (amount: string): Line => ({ amount, iban: CLIENT_IBAN, text: 'plata', reference: `BT${amount}` });
    const lines = [line('200.00'), line('121.00'), line('77.00'), line('12.10')];
    const found = await settled(own, lines, ['already_recorded', ...Array<string>(3).fill('advance of 0')]);
    expect(found[0]?.recorded).toMatchObject({ basis: 'amount_and_date' });
    expect(found.slice(1).map(({ recorded }) => recorded)).toEqual([null, null, null]);
  });

  it('finds what was recorded by hand by its day, amount and document', async () => {
    const own = await newTrader();
    const invoice = await invoiceOf(own, 100);
    await own.request('POST', `/invoices/${invoice.id}/payments`, { amount: 121, paymentDate: DAY });
    const [found] = await settled(own, [{ amount: '121.00', text: invoice.number, reference: 'BT009' }], ['already_recorded']);
    expect(found).toMatchObject({ recorded: { basis: 'amount_and_date' }, proposals: [] });
  });

  it('proposes what a client is owed back, and the payment of a purchase', async () => {
    const own = await newTrader();
    const invoice = await invoiceOf(own, 100);
    await own.request('POST', `/invoices/${invoice.id}/payments`, { amount: 121, paymentDate: '2026-11-05' });
    // Half of it.
    const note = await own.creditIssued(invoice);
    const supplier = { name: 'Gama Serv SRL', cif: '14399840' };
    const bought = {
      kind: 'invoice',
      supplier,
      number: 'GS-7781',
      issueDate: '2026-11-03',
      groups: [{ base: 100, rate: 21, vat: 21 }],
    };
    const { body: purchase, status } = await own.request<{ id: string }>('POST', '/purchases', bought);
    expect(status, JSON.stringify(purchase)).toBe(201);
    const lines: Line[] = [
      { amount: '60.50', direction: 'DBIT', text: `retur ${(await own.detailOf(note.id)).number}`, reference: 'D1' },
      { amount: '121.00', direction: 'DBIT', text: 'c/v fact GS 7781', name: 'GAMA SERV', reference: 'D2' },
    ];
    const [refund, payment] = await settled(own, lines, ['refund of 1', 'payment of 1']);
    expect(refund?.proposals[0]).toMatchObject({
      ...{ confidence: 'high', kind: 'refund', role: 'sale', allocation: null },
      payments: [{ invoiceId: invoice.id, payment: { type: 'refund', amount: 60.5 } }],
    });
    expect(payment?.proposals[0]).toMatchObject({
      ...{ confidence: 'high', kind: 'payment', role: 'purchase', allocation: null, partner: { name: 'Gama Serv SRL' } },
      payments: [{ invoiceId: purchase.id, payment: { type: 'payment', amount: 121 } }],
    });
    await book(own, refund);
    await book(own, payment);
    await settled(own, lines, ['already_recorded', 'already_recorded']);
  });

  it('proposes no documents of another company, and no drafts', async () => {
    const [own, other] = [await newTrader(), await newTrader()];
    const invoice = await invoiceOf(other, 100);
    await own.draft({ lines: [line(100)] });
    const lines: Line[] = [{ amount: '121.00', text: invoice.number }];
    const [theirs] = await settled(other, lines, ['payment of 1']);
    expect(theirs?.proposals[0]?.documents).toMatchObject([{ id: invoice.id }]);
    expect(await entriesOf(own, lines)).toMatchObject([{ status: 'no_match', proposals: [] }]);
  });
});
