import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { FiscalEntry } from '#shared/documents/fiscal/entries.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { companyPartition, type Item } from '#shared/platform/store/table.ts';
import { paymentCalls } from '../api/payments/calls.ts';
import { interruptEveryCall } from '../support/faults/every-call.ts';
import { useOwnService } from '../support/service.ts';
import { useTrader } from '../support/trader.ts';

/** Refunds, and amounts that are booked against another invoice, while processes die, run twice, or run at the same time. */

const service = useOwnService({ machines: [] });
const trader = useTrader({ service, lasting: true });
const { scope, act, inForce, become, creditIssued, issued, detailOf } = trader;
const { pay, list, remove } = paymentCalls(trader);

const MESE = [{ description: 'Mese', quantity: 2, unitPrice: 100, vatRate: 21 }];

interface Pair {
  from: string;
  to: string;
}

/** An invoice of 121 that was paid and then credited, and another one of 242. */
async function owedBack(): Promise<Pair> {
  const [from, to] = await Promise.all([inForce(), inForce({ lines: MESE })]);
  expect((await pay(from.id, 121)).status).toBe(201);
  await become(from.id, { creditedAmount: '121.00' });
  return { from: from.id, to: to.id };
}

const pairs = async (count: number): Promise<Pair[]> => {
  const made: Pair[] = [];
  while (made.length < count) made.push(await owedBack());
  return made;
};

/** Repeats a request until it gets a response, as clients do. */
async function answered(send: () => Promise<{ status: number }>, accepted: number[]): Promise<void> {
  let status = 0;
  for (let tries = 0; tries < 4 && !accepted.includes(status); tries++) {
    ({ status } = await send());
    if (!accepted.includes(status)) expect(status).toBeGreaterThanOrEqual(500);
  }
  expect(accepted).toContain(status);
}

/** The amounts of the entries of an invoice's payments in ledgers, in cents by payment. */
async function entered(id: string): Promise<Map<string, number>> {
  const entries = await queryItems<Item & { data: FiscalEntry }>({
    partition: companyPartition(scope.company),
    beginsWith: 'FISCAL#',
  });
  const payments = entries.flatMap(({ data }) => ('paymentId' in data && data.documentId === id ? [data] : []));
  return new Map(payments.map(({ paymentId, amount }) => [paymentId, Math.round(Number(amount) * 100)]));
}

/** The state of an invoice, which is the sum of its payments, each of which is in its timeline once and has its entry in ledgers. */
async function shown(id: string) {
  const [invoice, payments] = await Promise.all([detailOf(id), list(id)]);
  const signed = ({ amount, paysBack }: (typeof payments)[number]): number => Math.round(amount * 100) * (paysBack ? -1 : 1);
  expect(invoice.amountPaid).toBe(payments.reduce((sum, one) => sum + signed(one), 0) / 100);
  expect(await entered(id)).toEqual(new Map(payments.map(one => [one.id, signed(one)])));
  const noted = (type: string) => invoice.events.filter(event => event.type === type).length;
  expect(noted('payment_received') - noted('payment_deleted')).toBe(payments.length);
  const { amountPaid, balance, refundDue } = invoice;
  return { amountPaid, balance, refundDue };
}

const OWED_BACK = { amountPaid: 121, balance: 0, refundDue: 121 };
const OPEN = { amountPaid: 0, balance: 242, refundDue: 0 };
const BOOKED = [
  { amountPaid: 21, balance: 0, refundDue: 21 },
  { amountPaid: 100, balance: 142, refundDue: 0 },
];

describe('a process dies at a call, and the request is repeated:', () => {
  it.each<[what: string, (to: string) => object, Awaited<ReturnType<typeof shown>>[]]>([
    ['a refund is recorded once', () => ({ type: 'refund' }), [BOOKED[0]!, OPEN]],
    ['an offset is booked once, on both invoices', to => ({ type: 'offset', invoiceId: to }), BOOKED],
  ])('%s', async (_, body, expected) => {
    const left = await pairs(30);
    const done: Pair[] = [];
    const calls = await interruptEveryCall(service(), {
      ...{ name: 'payments-create', step: 2 },
      run: async () => {
        const pair = left.pop()!;
        done.push(pair);
        const idempotencyKey = randomUUID();
        await answered(() => pay(pair.from, 100, { ...body(pair.to), idempotencyKey }), [201]);
      },
      check: async () => {
        for (const { from, to } of done) expect([await shown(from), await shown(to)]).toEqual(expected);
      },
    });
    expect(calls).toBeGreaterThan(3);
  });

  it('an offset is removed from both invoices, whichever side is removed', async () => {
    const left = await pairs(30);
    for (const { from, to } of left) expect((await pay(from, 100, { type: 'offset', invoiceId: to })).status).toBe(201);
    const done: Pair[] = [];
    await interruptEveryCall(service(), {
      ...{ name: 'payments-remove', step: 2 },
      run: async () => {
        const pair = left.pop()!;
        const side = done.length % 2 === 0 ? pair.from : pair.to;
        done.push(pair);
        const { uuid } = (await list(side)).find(({ type }) => type === 'offset')!;
        // 404: it was removed, and the response was lost.
        await answered(() => remove(side, uuid), [204, 404]);
      },
      check: async () => {
        for (const { from, to } of done) expect([await shown(from), await shown(to)]).toEqual([OWED_BACK, OPEN]);
      },
    });
  });
});

describe('a repeated request', () => {
  it.each<[what: string, (to: string) => object]>([
    ['a refund', () => ({ type: 'refund' })],
    ['an offset', to => ({ type: 'offset', invoiceId: to })],
  ])('%s with one idempotencyKey is recorded once, at the same time and later', async (_, body) => {
    const { from, to } = await owedBack();
    const idempotencyKey = randomUUID();
    const send = () => pay(from, 50, { ...body(to), idempotencyKey });
    const answers = [...(await Promise.all([send(), send(), send(), send()])), await send()];
    expect(new Set(answers.map(({ status, body: answer }) => `${status} ${answer.payment.uuid}`)).size).toBe(1);
    expect(await shown(from)).toMatchObject({ amountPaid: 71, refundDue: 71 });
  });

  it('the idempotencyKey of an offset belongs to its invoice: a payment of the other one may have the same', async () => {
    const { from, to } = await owedBack();
    const idempotencyKey = randomUUID();
    await pay(from, 100, { type: 'offset', invoiceId: to, idempotencyKey });
    const { body } = await pay(to, 42, { idempotencyKey });
    expect(body.payment).toMatchObject({ type: 'payment', amount: 42 });
    expect(await shown(to)).toMatchObject({ amountPaid: 142, balance: 100 });
  });
});

describe('at the same time', () => {
  const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b);

  it('of eight refunds and offsets of the whole amount one is recorded', async () => {
    const { from, to } = await owedBack();
    const { id: other } = await inForce({ lines: MESE });
    const bodies = [{ type: 'refund' }, { type: 'offset', invoiceId: to }, { type: 'offset', invoiceId: other }];
    const answers = await Promise.all(Array.from({ length: 8 }, (_, place) => pay(from, 121, bodies[place % 3])));
    expect(statuses(answers)).toEqual([201, ...Array<number>(7).fill(422)]);
    expect(await shown(from)).toEqual({ amountPaid: 0, balance: 0, refundDue: 0 });
    const booked = (await shown(to)).amountPaid + (await shown(other)).amountPaid;
    expect(booked).toBe((await list(from)).some(({ type }) => type === 'offset') ? 121 : 0);
  });

  it('offsets of several invoices against one, and payments of it, never exceed its open amount', async () => {
    const [first, second, third] = await pairs(3);
    const sources = [first!.from, second!.from, third!.from];
    const { to } = first!;
    const answers = await Promise.all([
      ...sources.map(from => pay(from, 121, { type: 'offset', invoiceId: to })),
      ...[121, 121].map(amount => pay(to, amount)),
    ]);
    expect(statuses(answers)).toEqual([201, 201, 422, 422, 422]);
    expect(await shown(to)).toEqual({ amountPaid: 242, balance: 0, refundDue: 0 });
    const offsets = (await list(to)).filter(({ type }) => type === 'offset').length;
    const due = await Promise.all(sources.map(async from => (await shown(from)).refundDue));
    expect(due.filter(amount => amount === 0)).toHaveLength(offsets);
  });

  it('a refund and the removal of the payment that it pays back: one of them is rejected', async () => {
    for (let round = 0; round < 5; round++) {
      const { from } = await owedBack();
      const [payment] = await list(from);
      const [refunded, removed] = await Promise.all([pay(from, 121, { type: 'refund' }), remove(from, payment!.uuid)]);
      expect([
        [201, 409],
        [422, 204],
      ]).toContainEqual([refunded.status, removed.status]);
      expect(await shown(from)).toEqual({ amountPaid: 0, balance: 0, refundDue: 0 });
    }
  });

  it('a refund and the cancellation of the credit note: the open amount agrees with the ledger', async () => {
    for (let round = 0; round < 3; round++) {
      const invoice = await issued();
      await pay(invoice.id, 121);
      const note = await creditIssued(invoice, {
        lines: [{ description: 'Retur', quantity: -1, unitPrice: 100, vatRateId: scope.vat21 }],
      });
      const [refunded, cancelled] = await Promise.all([
        pay(invoice.id, 121, { type: 'refund' }),
        act(note.id, 'cancel', { reason: 'Emisă greșit' }),
      ]);
      expect(cancelled.status).toBe(200);
      const paid = refunded.status === 201 ? 0 : 121;
      expect(await shown(invoice.id)).toEqual({ amountPaid: paid, balance: 121 - paid, refundDue: 0 });
    }
  });
});
