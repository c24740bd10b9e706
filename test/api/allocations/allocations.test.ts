import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { refusal, refusedFields } from '../../support/refusals.ts';
import { useTrader } from '../../support/trader.ts';
import { paymentCalls } from '../payments/calls.ts';
import { type Allocation, allocationCalls, type AllocationsPage } from './calls.ts';

/** POST, GET and DELETE /api/v1/allocations (SET-42 to SET-57). Each invoice is of 121.00 or, with two tables, of 242.00. */

const trader = useTrader();
const { scope, service, request, inForce, detailOf, creditIssued, newTrader, act } = trader;
const { allocate, undo, creditOf } = allocationCalls(trader);
const { list, pay, remove } = paymentCalls(trader);

const TWO = { lines: [{ description: 'Mese', quantity: 2, unitPrice: 100, vatRate: 21 }] };

/** A client of its own, with its requests: its credit is that of one test. */
async function ownClient() {
  const { id: clientId } = await service().newClient(scope, { cui: `RO${Math.floor(1e7 + Math.random() * 8e7)}` });
  return {
    clientId,
    invoice: (more: object = {}) => inForce({ clientId, ...more }),
    take: (body: object) => allocate({ clientId, ...body }),
    credit: () => creditOf(clientId),
  };
}

const state = async (id: string) => {
  const { amountPaid, balance, refundDue, paymentStatus } = await detailOf(id);
  return { amountPaid, balance, refundDue, paymentStatus };
};

/** An invoice of 121 that was paid and then credited in full: 121 are owed back. */
async function owedBack(own: Awaited<ReturnType<typeof ownClient>>) {
  const invoice = await own.invoice();
  expect((await pay(invoice.id, 121)).status).toBe(201);
  const lines = [{ description: 'Retur', quantity: -1, unitPrice: 100, vatRateId: scope.vat21 }];
  const note = await creditIssued(invoice, { clientId: own.clientId, lines });
  return { invoice, note };
}

describe('POST /allocations', () => {
  it('pays several invoices with one amount', async () => {
    const own = await ownClient();
    const [one, two] = [await own.invoice(), await own.invoice(TWO)];
    const documents = [
      { id: one.id, amount: 121 },
      { id: two.id, amount: 79 },
    ];
    const { status, body } = await own.take({ amount: 200, documents, reference: 'OP 17', notes: 'Sosit azi' });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toMatchObject({ amount: 200, currency: 'RON', credit: 0, usedCredit: 0, exchangeRate: null });
    expect(body.warnings).toBeUndefined();
    expect(await state(one.id)).toEqual({ amountPaid: 121, balance: 0, refundDue: 0, paymentStatus: 'paid' });
    expect(await state(two.id)).toEqual({ amountPaid: 79, balance: 163, refundDue: 0, paymentStatus: 'partially_paid' });
    const [payment] = await list(two.id);
    expect(payment).toMatchObject({ type: 'payment', amount: 79, reference: 'OP 17', paymentMethod: 'bank_transfer' });
    expect(body.documents[1]).toEqual({ id: two.id, number: two.number, amount: 79, paymentIds: [payment?.id] });
    expect((payment as { allocationId?: string } | undefined)?.allocationId).toBe(body.uuid);
    const again = await request<Allocation>('GET', `/allocations/${body.uuid}`);
    expect(again.body).toEqual(body);
  });

  it('leaves what is over as credit, and warns of the advance invoice that it may owe', async () => {
    const own = await ownClient();
    const invoice = await own.invoice();
    const { body } = await own.take({ amount: 200, paymentDate: '2026-09-10', documents: [{ id: invoice.id, amount: 121 }] });
    expect(body).toMatchObject({ amount: 200, credit: 79 });
    expect(body.warnings).toEqual([expect.stringMatching(/^amount: 79.00 RON .* by 2026-10-15 .*319 \(16\)/)]);
    const advance = await own.take({ amount: 21, paymentDate: '2026-09-11' });
    expect(advance.body).toMatchObject({ amount: 21, credit: 21, documents: [] });
    expect(await own.credit()).toEqual([{ currency: 'RON', amount: 100 }]);
  });

  it('pays with credit, with money and credit together, and pays credit back', async () => {
    const own = await ownClient();
    await own.take({ amount: 100 });
    const [one, two] = [await own.invoice(), await own.invoice(TWO)];
    const used = await own.take({ useCredit: 30, documents: [{ id: one.id, amount: 30 }] });
    expect(used.body).toMatchObject({ amount: 0, usedCredit: 30, credit: 0 });
    expect(await own.credit()).toEqual([{ currency: 'RON', amount: 70 }]);
    const documents = [
      { id: one.id, amount: 91 },
      { id: two.id, amount: 9 },
    ];
    const both = await own.take({ amount: 80, useCredit: 20, documents });
    expect(both.status, JSON.stringify(both.body)).toBe(201);
    expect(both.body.documents.map(({ paymentIds }) => paymentIds.length)).toEqual([2, 1]);
    const types = (await list(one.id)).map(({ type, amount }) => [type, amount]);
    expect(types.toSorted()).toEqual([
      ['offset', 11],
      ['offset', 30],
      ['payment', 80],
    ]);
    const back = await own.take({ amount: -50, paymentMethod: 'cash' });
    expect(back.body).toMatchObject({ amount: -50, usedCredit: 50, credit: 0, documents: [] });
    expect(await own.credit()).toEqual([]);
  });

  it('sets what is owed back against invoices, named by the invoice or by its credit note', async () => {
    const own = await ownClient();
    const [first, second, open] = [await owedBack(own), await owedBack(own), await own.invoice(TWO)];
    const documents = [
      { id: open.id, amount: 242 },
      { id: first.invoice.id, amount: -100 },
      { id: second.note.id, amount: -121 },
    ];
    const { status, body } = await own.take({ amount: 21, documents });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.documents.map(({ id, amount }) => [id, amount])).toEqual([
      [open.id, 242],
      [first.invoice.id, -100],
      [second.invoice.id, -121],
    ]);
    expect(await state(open.id)).toMatchObject({ amountPaid: 242, balance: 0 });
    expect(await state(first.invoice.id)).toMatchObject({ amountPaid: 21, refundDue: 21 });
    expect(await state(second.invoice.id)).toMatchObject({ amountPaid: 0, refundDue: 0 });
    expect((await list(first.invoice.id))[0]).toMatchObject({ type: 'offset', paysBack: true, offsetInvoiceId: null });
    expect((await undo(body.uuid)).status).toBe(204);
    expect(await state(first.invoice.id)).toMatchObject({ amountPaid: 121, refundDue: 121 });
    expect(await state(open.id)).toMatchObject({ amountPaid: 0, balance: 242 });
  });

  it('answers the first allocation to a repeated key', async () => {
    const own = await ownClient();
    const idempotencyKey = randomUUID();
    const first = await own.take({ amount: 10, idempotencyKey });
    const again = await own.take({ amount: 20, idempotencyKey });
    expect([again.status, again.body.uuid, again.body.amount]).toEqual([201, first.body.uuid, 10]);
    expect(await own.credit()).toEqual([{ currency: 'RON', amount: 10 }]);
  });

  it.each<[what: string, body: object, fields: string[]]>([
    ['no client', { clientId: '', amount: 1 }, ['clientId']],
    ['an unknown client', { clientId: randomUUID(), amount: 1 }, ['clientId']],
    ['no money and no documents', { amount: 0 }, ['amount']],
    ['three decimals', { amount: 1.001 }, ['amount']],
    ['a day in the future', { amount: 1, paymentDate: '2100-01-01' }, ['paymentDate']],
    ['an unknown currency', { amount: 1, currency: 'XYZ' }, ['currency']],
    ['an unknown method', { amount: 1, paymentMethod: 'barter' }, ['paymentMethod']],
    ['credit that the client does not have', { amount: 1, useCredit: 1 }, ['useCredit']],
    ['more back than its credit', { amount: -1 }, ['amount']],
    [
      'more than 20 documents',
      { amount: 1, documents: Array.from({ length: 21 }, () => ({ id: randomUUID(), amount: 1 })) },
      ['documents'],
    ],
    ['an unknown document', { amount: 1, documents: [{ id: randomUUID(), amount: 1 }] }, ['documents.0.id']],
  ])('is refused for %s', async (_, body, fields) => {
    const own = await ownClient();
    const answer = await own.take(body);
    expect(refusedFields(answer)).toEqual([422, 'validation_error', fields]);
  });

  it('is refused for documents that cannot take the amount', async () => {
    const [own, other] = [await ownClient(), await ownClient()];
    const [invoice, theirs, draft] = [await own.invoice(), await other.invoice(), await trader.draft({ clientId: own.clientId })];
    const cancelled = await trader.issued({ clientId: own.clientId });
    const fieldsOf = async (amount: number, ...documents: object[]) => refusedFields(await own.take({ amount, documents }))[2];
    expect(await fieldsOf(200, { id: invoice.id, amount: 121.01 })).toEqual(['documents.0.amount']);
    expect(await fieldsOf(200, { id: invoice.id, amount: -1 })).toEqual(['documents.0.amount']);
    expect(await fieldsOf(200, { id: theirs.id, amount: 1 })).toEqual(['documents.0.id']);
    expect(await fieldsOf(200, { id: draft.id, amount: 1 })).toEqual(['documents.0.id']);
    expect(await fieldsOf(200, { id: invoice.id, amount: 1 }, { id: invoice.id, amount: 1 })).toEqual(['documents.1.id']);
    expect(await fieldsOf(100, { id: invoice.id, amount: 121 })).toEqual(['documents']);
    expect((await act(cancelled.id, 'cancel', { reason: 'Emisă greșit' })).status).toBe(200);
    expect(await fieldsOf(200, { id: cancelled.id, amount: 1 })).toEqual(['documents.0.id']);
    expect(await own.credit()).toEqual([]);
  });

  it('takes 20 documents at once', async () => {
    const own = await ownClient();
    const invoices = [];
    while (invoices.length < 20) invoices.push(await own.invoice());
    await own.take({ amount: 20 });
    const documents = invoices.map(({ id }) => ({ id, amount: 121 }));
    const { status, body } = await own.take({ amount: 2400, useCredit: 20, paymentMethod: 'cash', documents });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.warnings).toBeUndefined();
    expect((await undo(body.uuid)).status).toBe(204);
    expect(await own.credit()).toEqual([{ currency: 'RON', amount: 20 }]);
  });

  it('warns of cash above the limit of the day, with the credit in it', async () => {
    const own = await ownClient();
    const paid = await own.take({ amount: 5000, paymentMethod: 'cash' });
    expect(paid.body.warnings).toHaveLength(1);
    const more = await own.take({ amount: 1, paymentMethod: 'cash' });
    expect(more.body.warnings).toContainEqual(expect.stringContaining('adds up to 5001.00 lei'));
    await undo(paid.body.uuid);
    expect((await own.take({ amount: 1, paymentMethod: 'cash' })).body.warnings).toHaveLength(1);
  });

  it('pays what is due once, of two requests at the same time', async () => {
    const own = await ownClient();
    const invoice = await own.invoice();
    await own.take({ amount: 121 });
    const send = () => own.take({ useCredit: 121, documents: [{ id: invoice.id, amount: 121 }] });
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422]);
    expect(await state(invoice.id)).toMatchObject({ amountPaid: 121, balance: 0 });
    expect(await own.credit()).toEqual([]);
  });
});

describe('DELETE /allocations/{uuid}', () => {
  it('removes the payments and gives back what was used of credit', async () => {
    const own = await ownClient();
    const invoice = await own.invoice();
    const advance = await own.take({ amount: 50 });
    const used = await own.take({ amount: 80, useCredit: 41, documents: [{ id: invoice.id, amount: 121 }] });
    expect(refusal(await undo(advance.body.uuid))).toMatchObject([409, 'conflict', { reason: 'credit_used' }]);
    expect((await undo(used.body.uuid)).status).toBe(204);
    expect(await state(invoice.id)).toMatchObject({ amountPaid: 0, balance: 121 });
    expect(await own.credit()).toEqual([{ currency: 'RON', amount: 50 }]);
    expect((await undo(advance.body.uuid)).status).toBe(204);
    expect(await own.credit()).toEqual([]);
    expect((await undo(advance.body.uuid)).status).toBe(404);
    expect((await request('GET', `/allocations/${advance.body.uuid}`)).status).toBe(404);
  });

  it('is the only way to remove its payments', async () => {
    const own = await ownClient();
    const invoice = await own.invoice();
    const { body } = await own.take({ amount: 121, documents: [{ id: invoice.id, amount: 121 }] });
    const answer = await remove(invoice.id, body.documents[0]?.paymentIds[0] ?? '');
    expect(refusal(answer)).toMatchObject([409, 'conflict', { reason: 'allocated', allocationId: body.uuid }]);
  });

  it('is refused when a payment of it was paid back since', async () => {
    const own = await ownClient();
    const invoice = await own.invoice();
    const { body } = await own.take({ amount: 121, documents: [{ id: invoice.id, amount: 121 }] });
    const lines = [{ description: 'Retur', quantity: -1, unitPrice: 100, vatRateId: scope.vat21 }];
    await creditIssued(invoice, { clientId: own.clientId, lines });
    expect((await pay(invoice.id, 121, { type: 'refund' })).status).toBe(201);
    expect(refusal(await undo(body.uuid))).toMatchObject([409, 'conflict', { reason: 'paid_back' }]);
  });
});

describe('GET /allocations', () => {
  it('lists those of a period and client, latest first, with its credit', async () => {
    const { request: ask, scope: theirs } = await newTrader();
    const calls = allocationCalls({ request: ask, scope: theirs });
    const other = await service().newClient(theirs, { cui: 'RO18547290' });
    const days = [addDays(today(), -100), addDays(today(), -2), addDays(today(), -1), today()];
    for (const paymentDate of days) expect((await calls.allocate({ amount: 1, paymentDate })).status).toBe(201);
    await calls.allocate({ amount: 7, clientId: other.id });
    const get = async (query: string) => (await ask<AllocationsPage>('GET', `/allocations?${query}`)).body;
    expect(await get('limit=2')).toMatchObject({ total: 4, data: [{ amount: 7 }, { amount: 1 }] });
    expect((await get('')).clientCredit).toBeUndefined();
    const own = await get(`clientId=${theirs.clientId}&from=${days[0]}&to=${days[2]}`);
    expect(own).toMatchObject({ total: 3, clientCredit: [{ currency: 'RON', amount: 4 }] });
    expect((await ask('GET', `/allocations?from=${days[1]}&to=${days[0]}`)).status).toBe(422);
    expect((await ask('GET', '/allocations?from=2024-01-01&to=2025-06-01')).status).toBe(422);
  });
});
