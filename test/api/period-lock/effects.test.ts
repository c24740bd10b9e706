import { beforeAll, describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import { commitPlainly } from '#shared/platform/store/transact.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import { cancelInvoice } from '#shared/documents/invoices/cancel.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import { closedPeriod, counted, firstOf, lock, refusal } from '../../support/companies/closed-period.ts';
import type { Invoice, RecordedPayment, Refusal } from '../../support/contract.ts';
import { received } from '../../support/taxauth/received.ts';
import { type Trader, useTrader } from '../../support/trader.ts';

/** What a closed period refuses, and what counts in a later month instead (COM-81 to COM-85). */

const { newTrader } = useTrader();
const { open, closed, openMonth, closedMonth, periodClosed } = closedPeriod();
const REASON = { reason: 'Entered twice by mistake' };
const line = { description: 'Masă', quantity: 1, unitPrice: 100, vatRate: 21 };

let trader: Trader;
let old: { invoice: Invoice; collected: Invoice; payment: string; purchase: string };
const pay = (id: string, paymentDate: string, by = trader) =>
  by.request<RecordedPayment & Refusal>('POST', `/invoices/${id}/payments`, { amount: 12.1, paymentDate });

beforeAll(async () => {
  trader = await newTrader();
  const dated = { issueDate: closed, dueDate: closed };
  const invoice = await trader.issued({ ...dated, lines: [line] });
  const collected = await trader.issued({ ...dated, tvaLaIncasare: true, lines: [line] });
  const { body } = await pay(collected.id, closed);
  const purchase = await received(trader.scope, { issueDate: closed });
  expect((await trader.put(purchase, { receivedDate: closed })).status).toBe(200);
  old = { invoice, collected, payment: body.payment.id, purchase };
  expect((await lock(trader, closed)).status).toBe(200);
});

describe('in a closed period', () => {
  it('nothing is issued; the message names the first open day', async () => {
    const { id } = await trader.draft({ issueDate: closed, dueDate: closed });
    const answer = await trader.act<Refusal>(id, 'issue');
    expect(refusal(answer)).toEqual(periodClosed('issueDate'));
    expect(answer.body.error.message).toContain(`the first open day is ${open}`);
    // On the first open day it is.
    await trader.put(id, { issueDate: open, dueDate: today() });
    expect((await trader.act(id, 'issue')).status).toBe(200);
    expect(await counted(trader, openMonth)).toContainEqual([id, null]);
  });

  it('nothing is cancelled; a credit note of an open day is the way', async () => {
    const answer = await trader.act<Refusal>(old.invoice.id, 'cancel', REASON);
    expect(refusal(answer)).toEqual(periodClosed());
    expect(answer.body.error.message).toContain('credit note');
    const note = await trader.creditIssued(old.invoice);
    expect(await counted(trader, today().slice(0, 7))).toContainEqual([note.id, null]);
  });

  it('no payment makes VAT due, and none that did is removed', async () => {
    expect(refusal(await pay(old.collected.id, closed))).toEqual(periodClosed('paymentDate'));
    const removed = await trader.request<Refusal>('DELETE', `/invoices/${old.collected.id}/payments/${old.payment}`);
    expect(refusal(removed)).toEqual(periodClosed());
    const later = await pay(old.collected.id, open);
    expect(later.status).toBe(201);
    expect((await trader.request('DELETE', `/invoices/${old.collected.id}/payments/${later.body.payment.id}`)).status).toBe(204);
    // Without VAT on collection a payment moves no tax.
    expect((await pay(old.invoice.id, closed)).status).toBe(201);
  });

  it('the booking of a purchase stays, and none is moved into it; notes can be changed', async () => {
    const { purchase } = old;
    for (const body of [{ receivedDate: today() }, { vatDeductiblePercent: 50 }])
      expect(refusal(await trader.put(purchase, body))).toEqual(periodClosed());
    expect((await trader.put(purchase, { expenseAccount: '628', internalNote: 'Paid by card' })).status).toBe(200);
    const other = await received(trader.scope, { issueDate: closed });
    expect(refusal(await trader.put(other, { receivedDate: closed }))).toEqual(periodClosed());
    expect((await trader.put(other, { receivedDate: open })).status).toBe(200);
  });

  it('a rejected document keeps what counts', async () => {
    await trader.become(old.invoice.id, { status: 'rejected' });
    expect(refusal(await trader.put(old.invoice.id, { lines: [{ ...line, unitPrice: 90 }] }))).toEqual(periodClosed());
    expect((await trader.put(old.invoice.id, { notes: 'Corrected address' })).status).toBe(200);
  });
});

describe('corrections of earlier periods', () => {
  it('an invoice of an open day for a supply of a closed month counts in the first open month', async () => {
    const late = await trader.issued({ taxPointDate: closed, lines: [line] });
    expect(await counted(trader, openMonth)).toContainEqual([late.id, closedMonth]);
    expect((await counted(trader, closedMonth)).map(([id]) => id)).not.toContain(late.id);
    // Its entry is in an open month, from which it can be taken.
    expect((await trader.act(late.id, 'cancel', REASON)).status).toBe(200);
    expect((await counted(trader, openMonth)).map(([id]) => id)).not.toContain(late.id);
  });

  it('stay in their month when it is closed too, and when everything is opened', async () => {
    const own = await newTrader();
    await lock(own, closed);
    const late = await own.issued({ taxPointDate: closed, lines: [line] });
    await lock(own, addDays(firstOf(today()), -1));
    expect(refusal(await own.act<Refusal>(late.id, 'cancel', REASON))[1]).toMatchObject({ reason: 'period_closed' });
    await lock(own, null);
    expect(await counted(own, openMonth)).toEqual([[late.id, closedMonth]]);
    expect((await own.act(late.id, 'cancel', REASON)).status).toBe(200);
    expect(await counted(own, openMonth)).toEqual([]);
  });

  it('what the authority delivers is never refused', async () => {
    const id = await received(trader.scope, { issueDate: closed });
    // Received today: the right of deduction begins with the invoice.
    expect(await counted(trader, today().slice(0, 7), 'purchase')).toContainEqual([id, null]);
  });
});

describe('of a lock and a document at the same time', () => {
  it('what was decided before the lock is refused at its commit', async () => {
    const own = await newTrader();
    const { id } = await own.issued({ issueDate: closed, dueDate: closed });
    const [company, loaded] = await Promise.all([readCompany(own.scope.company), readInvoice(own.scope.company, id)]);
    await lock(own, closed);
    const by = { userId: 'u', name: 'Ana', email: 'ana@example.test' } as Actor;
    await expect(cancelInvoice(company!, loaded!, REASON.reason, by, commitPlainly)).rejects.toMatchObject({
      details: { reason: 'period_closed' },
    });
    expect(await counted(own, closedMonth)).toEqual([[id, null]]);
  });

  it('each document is in the closed month or refused, and none fails otherwise', async () => {
    const own = await newTrader();
    const drafts = await Promise.all(Array.from({ length: 6 }, () => own.draft({ issueDate: closed, dueDate: closed })));
    const [, ...answers] = await Promise.all([lock(own, closed), ...drafts.map(({ id }) => own.act<Refusal>(id, 'issue'))]);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(refusal)).toEqual(refused.map(() => periodClosed('issueDate')));
    expect(await counted(own, closedMonth)).toHaveLength(answers.length - refused.length);
    // From now on all are refused.
    const { id } = await own.draft({ issueDate: closed, dueDate: closed });
    expect(refusal(await own.act<Refusal>(id, 'issue'))).toEqual(periodClosed('issueDate'));
  });
});
