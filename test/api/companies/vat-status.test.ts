import { describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import type { Company, Invoice, Refusal } from '../../support/contract.ts';
import { useTrader } from '../../support/trader.ts';

/** Documents take the VAT status of their date (COM-86, COM-87, TAX-62 to TAX-64). */

const { newTrader } = useTrader();
const yesterday = addDays(today(), -1);
const start = '2024-01-01';
const unstated = { description: 'Masă', quantity: 1, unitPrice: 100 };
const charged = { ...unstated, vatRate: 21 };

async function company() {
  const trader = await newTrader();
  const change = (body: object) => trader.request<Company & Refusal>('PATCH', `/companies/${trader.scope.company}`, body);
  return { ...trader, change };
}
const dated = (issueDate: string) => ({ issueDate, dueDate: today() });

describe('the VAT status by day', () => {
  it('is shown by the flags until it is set; then the flags are those of today', async () => {
    const { change } = await company();
    const { body } = await change({ vatPayer: true, vatOnCollection: true });
    expect(body.vatStatus).toEqual([{ from: null, to: null, registered: true, onCollection: true }]);
    const ended = await change({ vatStatus: [{ from: start, to: yesterday, registered: true }] });
    expect(ended.status).toBe(200);
    expect(ended.body).toMatchObject({
      ...{ vatPayer: false, vatOnCollection: false },
      vatStatus: [{ from: start, to: yesterday, registered: true, onCollection: false }],
    });
    // A period to come changes nothing today.
    const coming = [
      { from: start, to: yesterday, registered: true },
      { from: addDays(today(), 30), registered: true },
    ];
    expect((await change({ vatStatus: coming })).body.vatPayer).toBe(false);
    expect((await change({ vatPayer: true })).body.error.details).toEqual({
      vatPayer: ['is decided by vatStatus: change its periods, or send vatStatus null with it'],
    });
    expect((await change({ vatPayer: false, city: 'Cluj' })).status).toBe(200);
    expect((await change({ vatStatus: null, vatPayer: true })).body).toMatchObject({ vatPayer: true });
  });

  it.each([
    [
      '21 periods',
      Array.from({ length: 21 }, (_, i) => ({ from: `20${i + 10}-01-01`, to: `20${i + 10}-12-31`, registered: true })),
      400,
    ],
    ['one without its first day', [{ registered: true }], 400],
    ['an end before the beginning', [{ from: today(), to: yesterday, registered: true }], 422],
    [
      'a day in two periods',
      [
        { from: start, to: today(), registered: true },
        { from: today(), registered: false },
      ],
      422,
    ],
  ])('refuses %s', async (_, vatStatus, status) => {
    const { change } = await company();
    expect((await change({ vatStatus })).status).toBe(status);
  });
});

describe('documents', () => {
  it('dated after the end of the registration are without VAT', async () => {
    const { change, draft, act, issued } = await company();
    await change({ vatPayer: true });
    const waiting = await draft({ ...dated(today()), lines: [charged] });
    await change({ vatStatus: [{ from: start, to: yesterday, registered: true }] });
    // The draft was made before: it is refused at its issue.
    const refused = await act<Refusal>(waiting.id, 'issue');
    expect([refused.status, Object.keys(refused.body.error.details ?? {})]).toEqual([422, ['lines.0.vatRate']]);
    const before = await issued({ ...dated(yesterday), lines: [unstated] });
    const after = await issued({ ...dated(today()), lines: [unstated] });
    const shown = ({ lines, vatTotal }: Invoice) => [lines[0]?.vatCategoryCode, vatTotal];
    expect(shown(before)).toEqual(['S', 21]);
    expect(shown(after)).toEqual(['O', 0]);
  });

  it('issued under VAT on collection stay so after its end; a draft follows its date', async () => {
    const { change, draft, put, issued, detailOf, request } = await company();
    await change({
      vatStatus: [
        { from: start, to: yesterday, registered: true, onCollection: true },
        { from: today(), registered: true, onCollection: false },
      ],
    });
    const collecting = await issued({ ...dated(yesterday), lines: [charged] });
    expect(collecting.tvaLaIncasare).toBe(true);
    expect((await issued({ ...dated(today()), lines: [charged] })).tvaLaIncasare).toBe(false);
    // What was supplied in the system stays in it.
    expect((await draft({ ...dated(today()), taxPointDate: yesterday, lines: [charged] })).tvaLaIncasare).toBe(true);
    const moved = await draft({ ...dated(today()), lines: [charged] });
    expect((await put(moved.id, dated(yesterday))).body.invoice.tvaLaIncasare).toBe(true);
    const stated = await draft({ ...dated(today()), tvaLaIncasare: true, lines: [charged] });
    expect((await put(stated.id, { notes: 'As agreed' })).body.invoice.tvaLaIncasare).toBe(true);
    const { body } = await request<{ warnings: string[] }>('POST', `/invoices/${stated.id}/validate`);
    expect(JSON.stringify(body)).toContain(`on ${today()} the company does not apply VAT on collection`);
    // The VAT of the earlier invoice is due with its payment.
    const paid = { amount: 121, paymentDate: today() };
    expect((await request('POST', `/invoices/${collecting.id}/payments`, paid)).status).toBe(201);
    expect((await detailOf(collecting.id)).tvaLaIncasare).toBe(true);
    const journal = await request<{ data: { paymentId: string | null; groups: { vatDueLei: number }[] }[] }>(
      'GET',
      `/reports/journal?role=sale&period=${today().slice(0, 7)}`,
    );
    const payments = journal.body.data.filter(({ paymentId }) => paymentId !== null);
    expect(payments.map(({ groups }) => groups[0]?.vatDueLei)).toEqual([21]);
  });
});
