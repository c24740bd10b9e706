import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { refusedFields } from '../../support/refusals.ts';
import { createCalls } from './create-calls.ts';

const { scope, request, act, draft, inForce, become, creditDraft, pay, agreed } = createCalls();

/** The number of simultaneous payments of one invoice, and the number for which its 121.00 suffices. */
const [TRIED, FIT] = [64, 24];

describe('POST /invoices/{uuid}/payments (SET-8 to SET-18)', () => {
  it('the balance leaves out a prepayment (ublExtensions.prepaidAmount), and no more than the rest can be paid', async () => {
    const { id } = await inForce({ ublExtensions: { prepaidAmount: '20' } });
    expect(await agreed(id)).toMatchObject({ total: 121, balance: 101, paymentStatus: 'unpaid' });
    expect((await pay(id, 101.02)).body.error.details).toEqual({
      amount: ['must be at most 101.00, the balance of the invoice'],
    });
    const { body } = await pay(id, 101);
    expect(body.invoice).toMatchObject({ totalAmount: 121, balance: 0, paymentStatus: 'paid', paidAt: today() });
    const { number } = await agreed(id);
    const paid = await request<{ data: unknown[] }>('GET', `/invoices?search=${number}&isPaid=true`);
    expect(paid.body.data).toHaveLength(1);
  });

  it('`collect` uses the amount to pay by default', async () => {
    const prepaid = { clientId: scope.clientId, ublExtensions: { prepaidAmount: '20' } };
    expect(await draft({ ...prepaid, collect: {} })).toMatchObject({ amountPaid: 101, balance: 0 });
  });

  it('credited amounts are not owed any more', async () => {
    const invoice = await inForce();
    const note = await creditDraft(invoice);
    await become(invoice.id, { creditedAmount: '60.50', balance: '60.50' });
    expect(refusedFields(await pay(invoice.id, 60.52))).toEqual([422, 'validation_error', ['amount']]);
    expect((await pay(invoice.id, 60.5)).body.invoice).toMatchObject({
      balance: 0,
      paymentStatus: 'paid',
      paidAt: today(),
    });
    expect(note.status).toBe('draft');
  });

  it('the payment that closes the balance sets paidAt to its date; an event and invoice.paid follow once', async () => {
    const { id } = await inForce({ issueDate: addDays(today(), -20) });
    await pay(id, 60.5, { paymentDate: addDays(today(), -9) });
    const { body } = await pay(id, 60.5, { paymentDate: addDays(today(), -7) });
    expect(body.invoice).toMatchObject({ paymentStatus: 'paid', balance: 0, paidAt: addDays(today(), -7) });
    const invoice = await agreed(id);
    expect(invoice).toMatchObject({ status: 'issued', paidAt: addDays(today(), -7), isOverdue: false });
    expect(invoice.events.filter(one => one.type === 'payment_received').map(one => [one.status, one.metadata])).toEqual([
      [null, { paymentId: body.payment.uuid, amount: 60.5, currency: 'RON', method: 'bank_transfer' }],
      [null, expect.objectContaining({ amount: 60.5 })],
    ]);
  });
});

describe('at the same time', () => {
  it(`${TRIED} payments of which ${FIT} fit: those are recorded, the others rejected, the ledger is their sum`, async () => {
    const { id } = await inForce();
    const answers = await Promise.all(Array.from({ length: TRIED }, () => pay(id, 120 / FIT)));
    expect(answers.map(answer => answer.status).toSorted((a, b) => a - b)).toEqual([
      ...Array<number>(FIT).fill(201),
      ...Array<number>(TRIED - FIT).fill(422),
    ]);
    const invoice = await agreed(id);
    expect(invoice).toMatchObject({ amountPaid: 120, balance: 1 });
    expect(invoice.events.filter(one => one.type === 'payment_received')).toHaveLength(FIT);
  });

  it('20 with one idempotencyKey: one payment, 20 equal responses', async () => {
    const { id } = await inForce();
    const idempotencyKey = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(id, 5, { idempotencyKey })));
    expect(new Set(answers.map(answer => `${answer.status} ${answer.body.payment?.uuid}`)).size).toBe(1);
    expect(await agreed(id)).toMatchObject({ amountPaid: 5 });
  });

  it('a payment and a cancel: whichever is first, nothing is open and the ledger adds up', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await inForce();
      const [paid, cancelled] = await Promise.all([pay(id, 21), act(id, 'cancel', { reason: 'Ordered twice' })]);
      expect(cancelled.status).toBe(200);
      expect([201, 422]).toContain(paid.status);
      expect(await agreed(id)).toMatchObject({ status: 'cancelled', balance: 0, amountPaid: paid.status === 201 ? 21 : 0 });
    }
  });
});
