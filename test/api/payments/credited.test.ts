import { describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import type { Refusal } from '../../support/contract.ts';
import { dueOf, pay, taxedLine, unpay } from '../../support/books/collection.ts';
import { refusal } from '../../support/refusals.ts';
import { received } from '../../support/taxauth/received.ts';
import { useTrader } from '../../support/trader.ts';

/** VAT on collection: payments that stay because a credit relies on them (SET-59, SET-60). */

const trader = useTrader();
const { scope, request, issued, act, creditIssued, detailOf } = trader;

const returned = (unitPrice: number) => ({
  lines: [{ description: 'Retur', quantity: -1, unitPrice, vatRateId: scope.vat21 }],
});

describe('a payment that is removed after a credit', () => {
  it.each([
    [1210, '0.00'],
    [605, '0.00'],
  ])('of %d, on which a credit of all relies: 409 until the credit is cancelled', async (amount, due) => {
    const invoice = await issued({ tvaLaIncasare: true, lines: [taxedLine(1000)] });
    const payment = await pay(trader, invoice.id, amount);
    const note = await creditIssued(invoice, returned(1000));
    expect(await dueOf(trader, invoice.id, note.id)).toBe(due);
    expect(refusal(await unpay(trader, invoice.id, payment))).toMatchObject([409, 'conflict', { reason: 'paid_back' }]);
    await pay(trader, invoice.id, amount, { type: 'refund' });
    expect(await dueOf(trader, invoice.id, note.id)).toBe(due);
    const [refund] = (await detailOf(invoice.id)).payments.filter(({ paysBack }) => paysBack);
    expect((await unpay(trader, invoice.id, refund?.id ?? '')).status).toBe(204);
    await act(note.id, 'cancel', { reason: 'Emisă greșit' });
    expect((await unpay(trader, invoice.id, payment)).status).toBe(204);
    expect(await dueOf(trader, invoice.id, note.id)).toBe('0.00');
    await pay(trader, invoice.id, 1210);
    expect(await dueOf(trader, invoice.id, note.id)).toBe('210.00');
  });

  it('stays where nothing would be left to be paid that could make its VAT due', async () => {
    const invoice = await issued({ tvaLaIncasare: true, lines: [taxedLine(1000)] });
    await pay(trader, invoice.id, 907.5);
    const surplus = await pay(trader, invoice.id, 302.5);
    const note = await creditIssued(invoice, returned(500));
    expect(refusal(await unpay(trader, invoice.id, surplus))).toMatchObject([409, 'conflict', { reason: 'paid_back' }]);
    expect(await dueOf(trader, invoice.id, note.id)).toBe('105.00');
  });

  it('keeps a credit that took off what was not due, while a later one was counted as paid: 422', async () => {
    const invoice = await issued({ tvaLaIncasare: true, lines: [taxedLine(1000)] });
    await pay(trader, invoice.id, 605);
    const [first, second] = [await creditIssued(invoice, returned(500)), await creditIssued(invoice, returned(500))];
    const cancel = (id: string) => act(id, 'cancel', { reason: 'Emisă greșit' });
    expect(refusal(await cancel(first.id))).toMatchObject([422, 'validation_error', { reason: 'has_credit_notes' }]);
    expect((await cancel(second.id)).status).toBe(200);
    expect((await cancel(first.id)).status).toBe(200);
    expect(await dueOf(trader, invoice.id)).toBe('105.00');
  });

  it('opens the invoice where the rest of it is paid or credited later, with all of its VAT', async () => {
    const [paid, credited] = [
      await issued({ tvaLaIncasare: true, lines: [taxedLine(1000)] }),
      await issued({ tvaLaIncasare: true, lines: [taxedLine(1000)] }),
    ];
    for (const { id } of [paid, credited]) {
      await pay(trader, id, 605);
      const second = await pay(trader, id, 605);
      const note = await creditIssued({ id }, returned(200));
      expect((await unpay(trader, id, second)).status).toBe(204);
      expect(await detailOf(id)).toMatchObject({ balance: 363 });
      if (id === paid.id) {
        await pay(trader, id, 363);
        expect(await dueOf(trader, id, note.id)).toBe('168.00');
      } else {
        const rest = await creditIssued({ id }, returned(800));
        expect(await dueOf(trader, id, note.id, rest.id)).toBe('0.00');
      }
    }
  });

  it('is that of a receipt or an allocation: neither can be undone', async () => {
    const invoice = await issued({ tvaLaIncasare: true, lines: [taxedLine(1000)] });
    const { body } = await request<{ uuid: string }>('POST', '/allocations', {
      ...{ clientId: scope.clientId, paymentDate: today(), amount: 1210, documents: [{ id: invoice.id, amount: 1210 }] },
    });
    await creditIssued(invoice, returned(1000));
    expect(refusal(await request<Refusal>('DELETE', `/allocations/${body.uuid}`))).toMatchObject([
      409,
      'conflict',
      { reason: 'paid_back' },
    ]);
  });

  it('is removed without VAT on collection, and from a purchase only where its deduction follows', async () => {
    const usual = await issued({ lines: [taxedLine(1000)] });
    const payment = await pay(trader, usual.id, 1210);
    await creditIssued(usual, returned(1000));
    expect((await unpay(trader, usual.id, payment)).status).toBe(204);

    await request('PATCH', `/companies/${scope.company}`, { vatOnCollection: true });
    const purchase = await received(scope, { number: 'F-1', net: '1000.00', vat: '210.00' });
    const made = await pay(trader, purchase, 1210);
    const note = await received(scope, {
      ...{ root: 'CreditNote', number: 'N-1', net: '1000.00', vat: '210.00' },
      names: { number: 'F-1' },
    });
    expect(refusal(await unpay(trader, purchase, made))).toMatchObject([409, 'conflict', { reason: 'paid_back' }]);
    expect(await dueOf(trader, purchase, note)).toBe('0.00');
  });
});
