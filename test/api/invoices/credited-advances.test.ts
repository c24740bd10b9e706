import { describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import type { Invoice, Journal, Refusal } from '../../support/contract.ts';
import { refusal } from '../../support/refusals.ts';
import { useTrader } from '../../support/trader.ts';

/** Credits by hand of an advance that a final invoice has drawn (INV-118), and advances under VAT on collection. */

const { scope, act, put, issued, draft, detailOf, creditDraft, creditIssued, become, newTrader } = useTrader();

const line = (unitPrice: number, quantity = 1) => ({ description: 'Mobilier', quantity, unitPrice, vatRate: 21 });
const settle = (id: string, body: object) => act<Invoice>(id, 'settle-advances', body);
/** An advance of 1,000, of which a final invoice draws a part. */
async function drawn(amount: number) {
  const paid = await issued({ isAdvance: true, lines: [line(1000)] });
  const final = await draft({ lines: [line(3000)] });
  expect((await settle(final.id, { advances: [{ id: paid.id, amount }] })).status).toBe(200);
  return { paid, final };
}
const returned = (unitPrice: number) => ({
  lines: [{ description: 'Retur', quantity: -1, unitPrice, vatRateId: scope.vat21 }],
});
const refused = (final: { id: string }) => [422, 'validation_error', { reason: 'advance_drawn', documentId: final.id }];

describe('a credit by hand of an advance that was drawn', () => {
  it('takes back what is left of it, in parts, and no more', async () => {
    const { paid, final } = await drawn(600);
    const whole = await creditDraft(paid, returned(1000));
    expect(refusal(await act(whole.id, 'issue'))).toMatchObject(refused(final));
    expect((await act<Refusal>(whole.id, 'issue')).body.error.message).toContain('400.00 RON without VAT are left');
    await creditIssued(paid, returned(300));
    const last = await creditDraft(paid, returned(100.5));
    expect(refusal(await act(last.id, 'issue'))).toMatchObject(refused(final));
    await creditIssued(paid, returned(100));
    // 400 and 21 % of it.
    expect(await detailOf(paid.id)).toMatchObject({ creditedAmount: 484, drawnBy: [{ documentId: final.id, amount: 600 }] });
  });

  it('is refused for one that was drawn while the credit was a draft, and issued once the final invoice is cancelled', async () => {
    const paid = await issued({ isAdvance: true, lines: [line(1000)] });
    const note = await creditDraft(paid, returned(1000));
    const final = await draft({ lines: [line(3000)] });
    await settle(final.id, { advances: [{ id: paid.id }] });
    expect(refusal(await act(note.id, 'issue'))).toMatchObject(refused(final));
    expect((await act(final.id, 'cancel', { reason: 'Made by mistake' })).status).toBe(200);
    expect((await act(note.id, 'issue')).status).toBe(200);
  });

  it('is refused as a negative invoice that names it by number too', async () => {
    const { paid, final } = await drawn(1000);
    const precedingInvoices = [{ number: paid.number, issueDate: paid.issueDate }];
    const negative = await draft({ precedingInvoices, lines: [line(500, -1)] });
    expect(refusal(await act(negative.id, 'issue'))).toMatchObject(refused(final));
    expect((await detailOf(paid.id)).creditedAmount).toBe(0);
  });

  it('is refused when a negative invoice that the authority rejected is raised above what is left', async () => {
    const { paid, final } = await drawn(600);
    const precedingInvoices = [{ number: paid.number, issueDate: paid.issueDate }];
    const { id } = await issued({ precedingInvoices, lines: [line(400, -1)] });
    await become(id, { status: 'rejected' });
    expect(refusal(await put(id, { lines: [line(401, -1)] }))).toMatchObject(refused(final));
    expect((await put(id, { lines: [line(350, -1)] })).status).toBe(200);
    expect((await detailOf(paid.id)).creditedAmount).toBe(423.5);
  });

  it('of a credit and a final invoice at the same time, both together take no more than there is', async () => {
    const paid = await issued({ isAdvance: true, lines: [line(1000)] });
    const note = await creditDraft(paid, returned(1000));
    const final = await draft({ lines: [line(3000)] });
    const [credit, settled] = await Promise.all([
      act<Refusal>(note.id, 'issue'),
      settle(final.id, { advances: [{ id: paid.id }] }),
    ]);
    expect([credit.status, settled.status].toSorted()).toEqual([200, 422]);
    const { creditedAmount, drawnBy = [] } = await detailOf(paid.id);
    expect([creditedAmount, drawnBy.length]).toEqual(credit.status === 200 ? [1210, 0] : [0, 1]);
  });
});

describe('under VAT on collection', () => {
  const month = (back: number): string => {
    let day = `${today().slice(0, 7)}-01`;
    for (let place = 0; place < back; place++) day = `${addDays(day, -1).slice(0, 7)}-01`;
    return day;
  };
  const dated = (day: string) => ({ issueDate: day, dueDate: day, tvaLaIncasare: true });

  it('an advance makes VAT due when it is paid, and the final invoice the rest when that is paid', async () => {
    const own = await newTrader();
    const [first, second, third] = [month(2), month(1), month(0)];
    const paid = await own.issued({ ...dated(first), isAdvance: true, lines: [line(1000)] });
    const pay = (id: string, amount: number, paymentDate: string) =>
      own.request('POST', `/invoices/${id}/payments`, { amount, paymentDate });
    expect((await pay(paid.id, 1210, first)).status).toBe(201);
    const final = await own.draft({ ...dated(second), lines: [line(3000)] });
    const { body } = await own.act<Invoice>(final.id, 'settle-advances', { advances: [{ id: paid.id }] });
    // 3,000 - 1,000, and 21 % of it 420.
    expect(body).toMatchObject({ subtotal: 2000, vatTotal: 420, total: 2420 });
    expect((await pay(final.id, 2420, third)).status).toBe(201);
    const due = async (day: string) => {
      const { body: journal } = await own.request<Journal>('GET', `/reports/journal?role=sale&period=${day.slice(0, 7)}`);
      return journal.data.map(({ documentId, paymentId, groups }) => [
        ...[documentId, paymentId !== null],
        ...groups.flatMap(({ vatLei, baseDueLei, vatDueLei }) => [vatLei, baseDueLei, vatDueLei]),
      ]);
    };
    const rows = [await due(first), await due(second), await due(third)];
    expect(rows[0]).toEqual(
      expect.arrayContaining([
        [paid.id, false, 210, 0, 0],
        [paid.id, true, 0, 1000, 210],
      ]),
    );
    expect(rows[1]).toEqual([[final.id, false, 420, 0, 0]]);
    expect(rows[2]).toEqual([[final.id, true, 0, 2000, 420]]);
    expect(rows[0]).toHaveLength(2);
  });
});
