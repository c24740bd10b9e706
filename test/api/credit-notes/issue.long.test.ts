import { describe, expect, it } from 'vitest';
import { useTrader } from '../../support/trader.ts';

const { scope, act, inForce, detailOf, creditDraft, creditIssued } = useTrader({
  connected: true,
});
const lines = (quantity: number, unitPrice = 10) => [{ description: 'Retur', quantity, unitPrice, vatRateId: scope.vat21 }];

describe('issue of a credit note', () => {
  it('the balance is never below 0, whatever is credited and paid (SET-2)', async () => {
    const invoice = await inForce({ collect: { value: 100 } });
    await creditIssued(invoice, { lines: lines(-20) });
    expect(await detailOf(invoice.id)).toMatchObject({
      balance: 0,
      amountPaid: 100,
      paymentStatus: 'paid',
    });
  });

  it('16 simultaneous credit notes of one invoice: consecutive numbers, and all of them reduce the balance', async () => {
    const invoice = await inForce();
    const notes = await Promise.all(
      Array.from({ length: 16 }, (_, place) => creditDraft(invoice, { lines: lines(-1, (100 + place) / 100) })),
    );
    const answers = await Promise.all(notes.map(note => act(note.id, 'issue')));
    expect(answers.map(answer => answer.status)).toEqual(Array<number>(16).fill(200));
    const numbers = answers.map(answer => Number(answer.body.number.split('-')[1])).toSorted((a, b) => a - b);
    expect(numbers).toEqual(numbers.map((_, place) => (numbers[0] ?? 0) + place));
    const total = answers.reduce((sum, answer) => sum + Math.round(Number(answer.body.total) * 100), 0);
    expect((await detailOf(invoice.id)).balance).toBe((12_100 + total) / 100);
  });
});
