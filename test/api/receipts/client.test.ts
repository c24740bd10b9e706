import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { receiptBody } from '#shared/documents/receipts/input.ts';
import { type IssuedReceipt, issueReceipt, readIssueFacts } from '#shared/documents/receipts/issue.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import { expecting } from '../../../infra/local/api-client.ts';
import { pdfPages, pdfText } from '../../support/files.ts';
import { refusal, refusedFields } from '../../support/refusals.ts';
import { received } from '../../support/taxauth/received.ts';
import { useTrader } from '../../support/trader.ts';
import { allocationCalls, type AllocationsPage } from '../allocations/calls.ts';
import { paymentCalls } from '../payments/calls.ts';
import { receiptCalls } from './calls.ts';

/** Receipts of a client: several documents, its credit, refunds in cash, and their cancellation (RCT-5, RCT-6, RCT-10). An invoice is of 121.00. */

const trader = useTrader();
const { service, scope, request, inForce, detailOf, newTrader, creditIssued, act } = trader;
const { series, send, issued, cancel, journal } = receiptCalls(trader);
const { creditOf, undo, allocate } = allocationCalls(trader);
const { list: payments, pay, remove } = paymentCalls(trader);

const BY = { userId: randomUUID(), name: 'Ana', email: 'ana@example.test' } as unknown as Actor;

beforeAll(async () => {
  await series();
});

async function ownClient() {
  const { id: clientId } = await service().newClient(scope, { cui: `RO${Math.floor(1e7 + Math.random() * 8e7)}` });
  return {
    clientId,
    invoice: (more: object = {}) => inForce({ clientId, ...more }),
    credit: async (): Promise<number> => (await creditOf(clientId))[0]?.amount ?? 0,
  };
}
type Client = Awaited<ReturnType<typeof ownClient>>;

/** An invoice that was paid in full and then credited: 121 are owed back. */
async function owedBack({ clientId, invoice }: Client) {
  const paid = await invoice();
  expect((await pay(paid.id, 121)).status).toBe(201);
  const lines = [{ description: 'Retur', quantity: -1, unitPrice: 100, vatRateId: scope.vat21 }];
  return { id: paid.id, note: await creditIssued(paid, { clientId, lines }) };
}

const parts = (...all: [id: string, amount: number][]) => ({
  amount: Math.round(all.reduce((sum, [, amount]) => sum + amount * 100, 0)) / 100,
  documents: all.map(([id, amount]) => ({ id, amount })),
});

describe('POST /receipts', () => {
  it('pays several invoices of a client, and keeps the rest as its credit, once in every list', async () => {
    const own = await ownClient();
    const [one, two] = [await own.invoice(), await own.invoice()];
    const { status, body } = await send({ ...parts([one.id, 121], [two.id, 21]), amount: 200 });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toMatchObject({
      ...{ clientId: own.clientId, amount: 200, amountInWords: 'două sute de lei' },
      documents: [
        { id: one.id, number: one.number, amount: 121 },
        { id: two.id, number: two.number, amount: 21 },
      ],
    });
    expect(body.warnings).toEqual([expect.stringContaining('amount: 58.00 RON pay no document')]);
    expect(await own.credit()).toBe(58);
    expect(await detailOf(one.id)).toMatchObject({ balance: 0, amountPaid: 121 });
    expect(await detailOf(two.id)).toMatchObject({ balance: 100, amountPaid: 21 });
    expect(await payments(two.id)).toMatchObject([
      { id: body.documents[1]!.paymentId, paymentMethod: 'cash', reference: body.number, allocationId: body.allocationId },
    ]);
    const list = (await request<AllocationsPage>('GET', `/allocations?clientId=${own.clientId}`)).body;
    expect(list).toMatchObject({
      total: 1,
      data: [{ uuid: body.allocationId, receiptId: body.id, amount: 200, credit: 58, reference: body.number }],
    });
    const ledger = await request<{ data: { kind: string; credit: number }[] }>(
      'GET',
      `/reports/ledger?role=sale&from=${today()}&partnerKey=${own.clientId}`,
    );
    const paid = ledger.body.data.filter(({ kind }) => kind === 'payment').map(({ credit }) => credit);
    expect(paid.toSorted((a, b) => a - b)).toEqual([21, 58, 121]);
    const moved = (await journal(`from=${today()}&limit=100`)).data.filter(({ number }) => number === body.number);
    expect(moved).toMatchObject([
      {
        ...{ in: 200, out: 0, documentId: null, documentNumber: `${one.number}, ${two.number}` },
        explanation: `Încasare facturi ${one.number}, ${two.number}`,
      },
    ]);
  });

  it('counts the cash of a client in the day once, and its cancellation takes it off', async () => {
    const own = await ownClient();
    const invoice = await own.invoice();
    const first = await issued(5000, { documents: [{ id: invoice.id, amount: 121 }], payer: null });
    expect(first.warnings?.join()).not.toContain('adds up');
    const second = await issued(1, { clientId: own.clientId });
    expect(second.warnings).toContainEqual(expect.stringMatching(/^amount: the cash .* adds up to 5001.00 lei/));
    expect((await cancel(second.id)).status).toBe(200);
    const third = await issued(0.5, { clientId: own.clientId });
    expect(third.warnings).toContainEqual(expect.stringContaining('adds up to 5000.50 lei'));
  });

  it('pays back what is owed on invoices and of credit in cash, and no more than both', async () => {
    const own = await ownClient();
    const [one, two] = [await owedBack(own), await owedBack(own)];
    expect((await allocate({ clientId: own.clientId, amount: 50 })).status).toBe(201);
    const more = await send({ kind: 'cash_payment', ...parts([one.id, 121], [two.id, 100]), amount: 271.01 });
    expect(refusal(more)).toMatchObject([422, 'validation_error', { amount: [expect.stringContaining('at most 271.00')] }]);
    expect(refusedFields(await send({ kind: 'cash_payment', ...parts([one.id, 121.01]) }))).toEqual([
      ...[422, 'validation_error'],
      ['documents.0.amount'],
    ]);
    const { status, body } = await send({ kind: 'cash_payment', ...parts([one.id, 121], [two.note.id, 100]), amount: 251 });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toMatchObject({ kind: 'cash_payment', amount: 251, documents: [{ id: one.id }, { id: two.id, amount: 100 }] });
    expect(await detailOf(one.id)).toMatchObject({ amountPaid: 0, refundDue: 0 });
    expect(await detailOf(two.id)).toMatchObject({ amountPaid: 21, refundDue: 21 });
    expect(await payments(one.id)).toContainEqual(
      expect.objectContaining({ id: body.documents[0]!.paymentId, type: 'refund', paysBack: true, amount: 121 }),
    );
    expect(await own.credit()).toBe(20);
    const moved = (await journal(`from=${today()}&limit=100`)).data.filter(({ number }) => number === body.number);
    expect(moved).toMatchObject([{ kind: 'cash_payment', in: 0, out: 251 }]);
    expect((await cancel(body.id)).status).toBe(200);
    expect(await detailOf(one.id)).toMatchObject({ amountPaid: 121, refundDue: 121 });
    expect(await own.credit()).toBe(50);
  });

  it('pays an invoice of a buyer without a record, without an allocation and without a rest', async () => {
    const buyer = { clientId: null, receiverName: 'Ion Pop', receiverCif: null };
    const [one, two] = [await inForce(buyer), await inForce(buyer)];
    const body = parts([one.id, 121]);
    expect(refusedFields(await send({ ...body, amount: 122 }))[2]).toEqual(['amount']);
    expect(refusedFields(await send(parts([one.id, 1], [two.id, 1])))[2]).toEqual(['documents.1.id']);
    const answer = await send(body);
    expect([answer.status, answer.body]).toMatchObject([201, { clientId: null, allocationId: null, payer: { name: 'Ion Pop' } }]);
    expect(await detailOf(one.id)).toMatchObject({ balance: 0 });
    expect((await cancel(answer.body.id)).status).toBe(200);
    expect(await detailOf(one.id)).toMatchObject({ balance: 121 });
  });

  it('is refused for documents that it cannot pay', async () => {
    const [own, other, stranger] = [await ownClient(), await ownClient(), await newTrader()];
    const { id } = await own.invoice();
    const fieldsOf = async (body: object) => {
      const [status, , fields] = refusedFields(await send(body));
      expect(status).toBe(422);
      return fields;
    };
    expect(await fieldsOf(parts([id, 1], [id, 1]))).toEqual(['documents.1.id']);
    expect(await fieldsOf(parts([id, 1], [(await other.invoice()).id, 1]))).toEqual(['documents.1.id']);
    expect(await fieldsOf(parts([id, 1], [(await stranger.inForce()).id, 1]))).toEqual(['documents.1.id']);
    expect(await fieldsOf({ ...parts([id, 1]), clientId: stranger.scope.clientId })).toEqual(['clientId']);
    expect(await fieldsOf(parts([id, 1], [await received(scope), 1]))).toEqual(['documents.1.id']);
    const euros = await own.invoice({ currency: 'EUR', exchangeRate: 5 });
    expect(await fieldsOf(parts([id, 1], [euros.id, 1]))).toEqual(['documents.1.id']);
    const draft = await trader.draft({ clientId: own.clientId });
    expect(await fieldsOf(parts([id, 1], [draft.id, 1]))).toEqual(['documents.1.id']);
    const cancelled = await trader.issued({ clientId: own.clientId });
    expect((await act(cancelled.id, 'cancel', { reason: 'Emisă greșit' })).status).toBe(200);
    expect(await fieldsOf(parts([cancelled.id, 1], [id, 1]))).toEqual(['documents.0.id']);
    for (const wrong of [0, -1, 1.001, 1e15, '1e3', null])
      expect(await fieldsOf({ amount: 10, documents: [{ id, amount: wrong }] })).toEqual(['documents.0.amount']);
    expect(await fieldsOf(parts([id, 1], [randomUUID(), 1]))).toEqual(['documents.1.id']);
    expect(await fieldsOf({ kind: 'cash_payment', clientId: own.clientId, amount: 0.01 })).toEqual(['amount']);
    expect(await payments(id)).toEqual([]);
    expect(await own.credit()).toBe(0);
  });

  it('takes 20 documents at once, and prints them on one page', async () => {
    const own = await ownClient();
    const all: [string, number][] = [];
    const numbers: string[] = [];
    while (all.length < 20) {
      const { id: each, number } = await own.invoice({ tvaLaIncasare: true });
      all.push([each, 121]);
      numbers.push(number);
    }
    const body = { ...parts(...all), amount: 2500, clientId: own.clientId, notes: 'Plata lunii', idempotencyKey: randomUUID() };
    const headers = { 'idempotency-key': randomUUID() };
    const made = service().api('POST', '/api/v1/receipts', { ...scope, body, headers });
    const { id } = await expecting<{ id: string }>(201, 'A receipt', made);
    const pdf = (await request<Buffer>('GET', `/receipts/${id}?format=pdf`)).body;
    // A number may go on in the next line behind its hyphen.
    const text = (await pdfText(pdf)).replaceAll('- ', '-');
    for (const number of numbers) expect(text).toContain(number);
    expect(text).toContain('Avans, fără factură');
    expect(await pdfPages(pdf)).toBe(1);
    expect((await cancel(id)).status).toBe(200);
    expect(await own.credit()).toBe(0);
  });
});

it('the transaction of a receipt over 20 documents has fewer than 100 items', async () => {
  const own = await ownClient();
  const documents: { id: string; amount: string }[] = [];
  while (documents.length < 20) documents.push({ id: (await own.invoice({ tvaLaIncasare: true })).id, amount: '121' });
  const body = receiptBody.parse({
    ...{ amount: '2500', date: addDays(today(), -1), clientId: own.clientId, documents, notes: 'Luna', idempotencyKey: 'once' },
  });
  const company = (await readCompany(scope.company))!;
  let items = 0;
  const commit: Commit<IssuedReceipt> = (writes, result) => {
    items = writes.length;
    return Promise.resolve(result);
  };
  await issueReceipt({ company, loaded: await readIssueFacts(scope.company, body), body, by: BY, commit });
  console.log(`a receipt over 20 documents: ${items} items`);
  // The response under an Idempotency-Key, and the ticket, come to it.
  expect(items).toBeLessThanOrEqual(98);
  expect(items).toBeGreaterThan(80);
});

describe('what belongs to a receipt of a client', () => {
  it('is decided once, of receipts, allocations and payments of the same invoices at the same time', async () => {
    const own = await ownClient();
    const [one, two] = [await own.invoice(), await own.invoice()];
    const both = parts([one.id, 121], [two.id, 121]);
    const answers = await Promise.all([
      send(both),
      send({ ...both, documents: both.documents.toReversed() }),
      allocate({ clientId: own.clientId, ...both }),
      pay(one.id, 121),
    ]);
    const paid = async (): Promise<number[]> => [(await detailOf(one.id)).amountPaid, (await detailOf(two.id)).amountPaid];
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422]);
    expect([
      [121, 121],
      [121, 0],
    ]).toContainEqual(await paid());
    expect(await own.credit()).toBe(0);
  });

  it('is undone once, of two cancellations and a use of its credit at the same time', async () => {
    const own = await ownClient();
    const receipt = await issued(100, { clientId: own.clientId });
    const invoice = await own.invoice();
    const [first, second, used] = await Promise.all([
      cancel(receipt.id),
      cancel(receipt.id),
      allocate({ clientId: own.clientId, useCredit: 40, documents: [{ id: invoice.id, amount: 40 }] }),
    ]);
    const done = [first.status, second.status].filter(status => status === 200).length;
    expect([done, used.status]).toEqual(used.status === 201 ? [0, 201] : [1, 422]);
    expect(await own.credit()).toBe(used.status === 201 ? 60 : 0);
  });

  it('is undone with the receipt alone', async () => {
    const own = await ownClient();
    const invoice = await own.invoice();
    const receipt = await issued(200, { documents: [{ id: invoice.id, amount: 121 }], payer: null });
    const has = [409, 'conflict', { reason: 'has_receipt', receiptId: receipt.id }];
    expect(refusal(await undo(receipt.allocationId!))).toEqual(has);
    expect(refusal(await remove(invoice.id, receipt.documents[0]!.paymentId))).toEqual(has);
    expect((await cancel(receipt.id)).status).toBe(200);
    expect((await request('GET', `/allocations/${receipt.allocationId}`)).status).toBe(404);
    expect(await payments(invoice.id)).toEqual([]);
    expect(await own.credit()).toBe(0);
  });

  it('stays while its credit is used: 409 credit_used, and nothing has changed', async () => {
    const own = await ownClient();
    const receipt = await issued(100, { clientId: own.clientId, date: addDays(today(), -1) });
    const invoice = await own.invoice();
    const used = await allocate({ clientId: own.clientId, useCredit: 40, documents: [{ id: invoice.id, amount: 40 }] });
    expect(used.status).toBe(201);
    expect(refusal(await cancel(receipt.id))).toMatchObject([409, 'conflict', { reason: 'credit_used' }]);
    expect(await own.credit()).toBe(60);
    expect((await undo(used.body.uuid)).status).toBe(204);
    expect((await cancel(receipt.id)).status).toBe(200);
    expect(await own.credit()).toBe(0);
  });
});
