import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#shared/base/kernel/dates.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { whoAmI } from '../../support/members.ts';
import { refusedFields } from '../../support/refusals.ts';
import type { Invoice } from '../../support/contract.ts';
import { useTrader } from '../../support/trader.ts';
import { DEPTH } from '../../support/effort.ts';
import { paymentCalls } from './calls.ts';

const trader = useTrader();
const { service, scope, request, act, draft, inForce, detailOf, become, creditDraft } = trader;
const { pay, agreed } = paymentCalls(trader);

/** An invoice that no test pays. */
const unpaid = {} as Invoice;
beforeAll(async () => {
  Object.assign(unpaid, await inForce());
});

/** The number of simultaneous payments of one invoice, and the number for which its 121.00 suffices. */
const [TRIED, FIT] = [64, 24];

describe('POST /invoices/{uuid}/payments (SET-8 to SET-18)', () => {
  it('records a part: 201 with the payment and the open amount', async () => {
    const invoice = await inForce();
    const { status, body } = await pay(invoice.id, '21.00', {
      paymentMethod: 'cash',
      reference: 'OP 7',
      notes: 'Avans',
      currency: 'ron',
    });
    const { id } = await whoAmI(service(), scope);
    expect(status).toBe(201);
    expect(body).toEqual({
      payment: {
        ...{ id: body.payment.uuid, uuid: body.payment.uuid, invoiceId: invoice.id, amount: 21, currency: 'RON' },
        ...{ type: 'payment', paysBack: false, offsetInvoiceId: null, allocationId: null },
        ...{ paymentDate: today(), paymentMethod: 'cash', reference: 'OP 7', notes: 'Avans', isReconciled: false },
        createdBy: { id, name: 'Ana Popescu' },
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        updatedAt: body.payment.createdAt,
      },
      invoice: {
        ...{ id: invoice.id, uuid: invoice.id, number: invoice.number, totalAmount: 121, amountPaid: 21 },
        ...{ remainingAmount: 100, balance: 100, creditedAmount: 0, refundDue: 0, paidAt: null, isOverdue: false },
        ...{ status: 'issued', documentStatus: 'issued', paymentStatus: 'partially_paid' },
      },
    });
    expect(await agreed(invoice.id)).toMatchObject({
      status: 'issued',
      balance: 100,
      paymentStatus: 'partially_paid',
      paidAt: null,
    });
  });

  it('is accepted up to the amount of the e-invoice, also where its lines alone are negative', async () => {
    const charge = { chargeIndicator: true, amount: '200.00', taxCategoryCode: 'S', taxRate: '21', reason: 'Transport' };
    const lines = [{ description: 'Retur', quantity: -1, unitPrice: 100, vatRate: 21 }];
    const invoice = await inForce({ lines, ublExtensions: { allowanceCharges: [charge] } });
    expect(invoice).toMatchObject({ total: -121, payableTotal: 121, balance: 121 });
    expect((await pay(invoice.id, 121)).body.invoice).toMatchObject({ amountPaid: 121, balance: 0, paymentStatus: 'paid' });
  });

  it('is accepted while the invoice is in force, whose status stays', async () => {
    const { id } = await inForce();
    for (const status of ['issued', 'sent_to_provider', 'validated', 'rejected', 'error'] as const) {
      await become(id, { status });
      expect((await pay(id, 1)).body.invoice).toMatchObject({ status, paymentStatus: 'partially_paid' });
    }
    expect((await detailOf(id)).status).toBe('error');
  });

  it('a cent too much is accepted, two are not, and the balance stays 0', async () => {
    const { id } = await inForce();
    expect(refusedFields(await pay(id, 121.02))).toEqual([422, 'validation_error', ['amount']]);
    expect((await pay(id, 121.01)).body.invoice).toMatchObject({ amountPaid: 121.01, balance: 0, paymentStatus: 'paid' });
    expect(refusedFields(await pay(id, 0.01))).toEqual([422, 'validation_error', ['amount']]);
    await agreed(id);
  });

  it('a cent more than is open is accepted only once: the sum counts', async () => {
    const { id } = await inForce();
    expect([(await pay(id, 121)).status, (await pay(id, 0.01)).status, (await pay(id, 0.01)).status]).toEqual([201, 201, 422]);
  });

  it('the same idempotencyKey on the same invoice: 201 and the first payment; on another invoice a new one', async () => {
    const [one, other] = [await inForce(), await inForce()];
    const idempotencyKey = randomUUID();
    const [first, again, elsewhere] = [
      await pay(one.id, 10, { idempotencyKey }),
      await pay(one.id, 20, { idempotencyKey }),
      await pay(other.id, 10, { idempotencyKey }),
    ];
    expect([again.status, again.body.payment]).toEqual([201, first.body.payment]);
    expect(again.body.invoice).toMatchObject({ amountPaid: 10 });
    expect([elsewhere.status, elsewhere.body.payment.uuid === first.body.payment.uuid]).toEqual([201, false]);
    await agreed(one.id);
  });

  it.runIf(DEPTH)(
    'the balance leaves out a prepayment (ublExtensions.prepaidAmount), and no more than the rest can be paid',
    async () => {
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
    },
  );

  it.runIf(DEPTH)('`collect` uses the amount to pay by default', async () => {
    const prepaid = { clientId: scope.clientId, ublExtensions: { prepaidAmount: '20' } };
    expect(await draft({ ...prepaid, collect: {} })).toMatchObject({ amountPaid: 101, balance: 0 });
  });

  it.runIf(DEPTH)('credited amounts are not owed any more', async () => {
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

  it.runIf(DEPTH)(
    'the payment that closes the balance sets paidAt to its date; an event and invoice.paid follow once',
    async () => {
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
    },
  );
});

describe('errors of a payment', () => {
  it('an invalid decimal number: 400 (SET-11)', async () => {
    expect(refusedFields(await pay(unpaid.id, 'ten'))).toEqual([400, 'bad_request', ['amount']]);
  });

  it('a draft: 422 (SET-11)', async () => {
    const { status, body } = await pay((await draft()).id, 1);
    expect([status, body.error]).toMatchObject([422, { code: 'validation_error', details: { status: 'draft' } }]);
  });

  it('a refund and a credit note, which need no payment: 422 (SET-11)', async () => {
    const lines = [{ description: 'Retur', quantity: -1, unitPrice: 100, vatRate: 21 }];
    const refund = await inForce({ lines });
    expect((await pay(refund.id, 1)).status).toBe(422);
    const note = await creditDraft(await inForce());
    await become(note.id, { status: 'issued' });
    expect((await pay(note.id, 1)).status).toBe(422);
  });

  it('none of them created a payment', async () => {
    expect(await agreed(unpaid.id)).toMatchObject({ amountPaid: 0, payments: [] });
  });
});

describe.runIf(DEPTH)('at the same time', () => {
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
