import { beforeAll, describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { createPurchase } from '#shared/documents/purchases/create.ts';
import type { PurchaseBody } from '#shared/documents/purchases/input.ts';
import { removePurchase } from '#shared/documents/purchases/remove.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import { commitPlainly } from '#shared/platform/store/transact.ts';
import { closedPeriod, counted as countedIn, lock, refusal } from '../../support/companies/closed-period.ts';
import type { Invoice, RecordedPayment, Refusal } from '../../support/contract.ts';
import { nextNumber, purchaseBody, purchased, sendPurchase, SUPPLIERS } from '../../support/purchases/purchases.ts';
import { type Trader, useTrader } from '../../support/trader.ts';

/** Purchases that are entered by hand, and closed periods (PUR-15). */

const { newTrader } = useTrader();
const { open, closed, openMonth, closedMonth, periodClosed } = closedPeriod();
const paper = { kind: 'invoice', supplier: SUPPLIERS.romanian, groups: [{ base: 100, rate: 21 }] };
const customs = { kind: 'import', supplier: SUPPLIERS.chinese, customs: { number: '26ROBU3', date: closed } };

const counted = (trader: Trader, period: string) => countedIn(trader, period, 'purchase');

describe('a purchase of a closed month', () => {
  let trader: Trader;
  let old: { body: object; made: Invoice };
  beforeAll(async () => {
    trader = await newTrader();
    const body = purchaseBody({ ...paper, tvaLaIncasare: true, issueDate: closed });
    old = { body, made: await purchased(trader, body) };
    expect((await lock(trader, closed)).status).toBe(200);
  });

  it.each([
    ['invoice on paper', paper, /^receivedDate: .*closed.* counts in/],
    ['acquisition from the Union, with the VAT that the company owes itself', {}, /^taxPointDate: .*owed its VAT/],
    ['import under reverse charge', customs, /^taxPointDate: .*owed its VAT/],
    ['import whose VAT was paid at customs', { ...customs, customs: { ...customs.customs, vatLei: 210 } }, /^receivedDate: /],
  ])('counts in the first open month as a correction: %s', async (_, kind, warning) => {
    const made = await purchased(trader, { ...kind, issueDate: closed });
    expect(made.warnings).toContainEqual(expect.stringMatching(warning));
    expect(await counted(trader, openMonth)).toContainEqual([made.id, closedMonth]);
    expect((await counted(trader, closedMonth)).map(([id]) => id)).toEqual([old.made.id]);
    // Its entry is of an open month: it can be changed there, and removed.
    const body = purchaseBody({ ...kind, issueDate: closed, groups: [{ base: 50 }] });
    const changed = await trader.request<Invoice>('PUT', `/purchases/${made.id}`, body);
    expect([changed.status, changed.body.subtotal]).toEqual([200, 50]);
    expect(await counted(trader, openMonth)).toContainEqual([made.id, closedMonth]);
    expect((await trader.request('DELETE', `/purchases/${made.id}`)).status).toBe(204);
    expect(await counted(trader, openMonth)).toEqual([]);
  });

  it('counts in the month of its receipt when that is open', async () => {
    const { id, warnings } = await purchased(trader, { ...paper, issueDate: closed, receivedDate: today() });
    expect(warnings).toEqual([]);
    expect(await counted(trader, today().slice(0, 7))).toContainEqual([id, null]);
    // As one that is entered with that day.
    expect((await trader.put(id, { receivedDate: closed })).status).toBe(200);
    expect(await counted(trader, openMonth)).toEqual([[id, closedMonth]]);
    await trader.request('DELETE', `/purchases/${id}`);
  });

  it('is neither changed nor removed once it counts there, and no payment is dated there', async () => {
    const { body, made } = old;
    const path = `/purchases/${made.id}`;
    expect(refusal(await trader.request('PUT', path, { ...body, groups: [{ base: 90, rate: 21 }] }))).toEqual(periodClosed());
    expect(refusal(await trader.request('PUT', path, { ...body, issueDate: today() }))).toEqual(periodClosed());
    expect(refusal(await trader.request('DELETE', path))).toEqual(periodClosed());
    const pay = (paymentDate: string) =>
      trader.request<RecordedPayment & Refusal>('POST', `/invoices/${made.id}/payments`, { amount: 12.1, paymentDate });
    expect(refusal(await pay(closed))).toEqual(periodClosed('paymentDate'));
    // What its entry does not show may be changed.
    expect((await trader.request('PUT', path, { ...body, notes: 'Raft 3' })).status).toBe(200);
    expect(await counted(trader, closedMonth)).toEqual([[made.id, null]]);
    const paid = await pay(open);
    expect(paid.status).toBe(201);
    await trader.request('DELETE', `/invoices/${made.id}/payments/${paid.body.payment.id}`);
  });

  it('is entered from CSV as a correction too, and a trial says so', async () => {
    const number = nextNumber();
    const rows = [
      'kind;supplier;cif;number;issueDate;base;rate',
      `invoice;Magazin SRL;14399840;${number};${closed};100;21`,
      `invoice;Magazin SRL;14399840;${nextNumber()};${today()};100;21`,
    ];
    type Result = { rows: { outcome: string; id: string; warnings: string[] }[] };
    const send = (dryRun: boolean) => trader.request<Result>('POST', '/purchases/import', { csv: rows.join('\n'), dryRun });
    const late = expect.stringMatching(/^receivedDate: .*closed/) as string;
    expect((await send(true)).body.rows).toMatchObject([{ outcome: 'would_make', warnings: [late] }, { warnings: [] }]);
    const { body } = await send(false);
    expect(body.rows).toMatchObject([
      { outcome: 'made', warnings: [late] },
      { outcome: 'made', warnings: [] },
    ]);
    expect(await counted(trader, openMonth)).toEqual([[body.rows[0]!.id, closedMonth]]);
  });
});

describe('of a lock and a purchase at the same time', () => {
  const by = { userId: 'u', name: 'Ana', email: 'ana@example.test' } as Actor;

  it('what was decided before the lock is decided again', async () => {
    const own = await newTrader();
    const { id } = await purchased(own, { issueDate: closed });
    const [company, loaded] = await Promise.all([readCompany(own.scope.company), readInvoice(own.scope.company, id)]);
    await lock(own, closed);
    await expect(removePurchase(company!, loaded!, by, commitPlainly)).rejects.toMatchObject({
      details: { reason: 'period_closed' },
    });
    const body = purchaseBody({ issueDate: closed }) as unknown as PurchaseBody;
    const { document } = await createPurchase({ company: company!, body, by }, commitPlainly);
    expect(await counted(own, closedMonth)).toEqual([[id, null]]);
    expect(await counted(own, openMonth)).toEqual([[document.id, closedMonth]]);
  });

  it('each purchase counts once, in the closed month or as a correction', async () => {
    const own = await newTrader();
    const [, ...answers] = await Promise.all([
      lock(own, closed),
      ...Array.from({ length: 6 }, () => sendPurchase(own, { issueDate: closed })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    const rows = [...(await counted(own, closedMonth)), ...(await counted(own, openMonth))];
    expect(rows.map(([id]) => id).toSorted()).toEqual(answers.map(({ body }) => body.id).toSorted());
  });
});
