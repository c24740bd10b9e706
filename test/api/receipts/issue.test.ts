import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { pdfPages, pdfText } from '../../support/files.ts';
import { refusedFields } from '../../support/refusals.ts';
import { received } from '../../support/taxauth/received.ts';
import { useTrader } from '../../support/trader.ts';
import { paymentCalls } from '../payments/calls.ts';
import { receiptCalls } from './calls.ts';

/** POST /receipts, GET /receipts/{uuid}, and their payments (RCT-1 to RCT-9). */

const trader = useTrader();
const { service, scope, request, inForce, issued: issuedInvoice, draft, become, detailOf, newTrader } = trader;
const { series, send, issued, get } = receiptCalls(trader);
const { pay, list: payments } = paymentCalls(trader);

let ids: Record<'receipt' | 'cash_payment', string>;
beforeAll(async () => {
  ids = await series();
});

const of = (id: string, amount: number): object => ({ documents: [{ id, amount }], amount, payer: undefined });

describe('POST /receipts', () => {
  it('issues a receipt for an invoice: 201 with the next number, the amount in words and the payment', async () => {
    const invoice = await issuedInvoice();
    const { status, body } = await send({ ...of(invoice.id, 21), notes: 'Prima tranșă' });
    expect([status, body]).toEqual([
      201,
      {
        ...{ id: body.id, uuid: body.id, kind: 'receipt', status: 'issued', number: body.number, seriesId: ids.receipt },
        ...{ date: today(), amount: 21, amountInWords: 'douăzeci și unu de lei', currency: 'RON' },
        clientId: scope.clientId,
        payer: { name: expect.any(String), cif: expect.any(String), address: expect.any(String) },
        documents: [
          {
            ...{ id: invoice.id, number: invoice.number, issueDate: invoice.issueDate, amount: 21 },
            paymentId: body.documents[0]!.paymentId,
          },
        ],
        allocationId: body.allocationId,
        ...{ notes: 'Prima tranșă', cancelledAt: null, cancelledBy: null, cancellationReason: null },
        createdBy: { id: expect.any(String), name: 'Ana Popescu' },
        ...{ createdAt: expect.any(String), updatedAt: body.createdAt },
      },
    ]);
    expect(body.number).toMatch(/^CH-\d{3}$/);
    expect(await payments(invoice.id)).toMatchObject([
      {
        ...{ id: body.documents[0]!.paymentId, amount: 21, paymentMethod: 'cash', paymentDate: today() },
        ...{ reference: body.number, notes: 'Prima tranșă', type: 'payment' },
      },
    ]);
    expect(await detailOf(invoice.id)).toMatchObject({ balance: 100, amountPaid: 21, paymentStatus: 'partially_paid' });
    expect(await get(body.id)).toEqual(body);
  });

  it('numbers receipts and cash payments without gaps, each in its own series', async () => {
    const own = await newTrader();
    const calls = receiptCalls(own);
    await calls.series();
    const numbers: string[] = [];
    for (const kind of ['receipt', 'receipt', 'cash_payment', 'receipt', 'cash_payment'])
      numbers.push((await calls.issued(10, { kind })).number);
    expect(numbers).toEqual(['CH-001', 'CH-002', 'DP-001', 'CH-003', 'DP-002']);
    expect((await calls.issued(10, { date: addDays(today(), -1) })).warnings).toEqual([
      expect.stringMatching(/^date: .* dates should rise with the numbers\.$/),
    ]);
  });

  it('pays back in cash what is owed on an invoice: a refund', async () => {
    const { id } = await inForce();
    expect((await pay(id, 121)).status).toBe(201);
    await become(id, { creditedAmount: '121.00' });
    const { body } = await send({ kind: 'cash_payment', ...of(id, 121) });
    expect(body).toMatchObject({ kind: 'cash_payment', number: expect.stringMatching(/^DP-/), amount: 121 });
    expect(await payments(id)).toContainEqual(
      expect.objectContaining({ id: body.documents[0]!.paymentId, type: 'refund', paysBack: true, paymentMethod: 'cash' }),
    );
    expect(refusedFields(await send({ kind: 'cash_payment', ...of(id, 1) }))).toEqual([
      422,
      'validation_error',
      ['documents.0.amount'],
    ]);
  });

  it('takes cash without a document, of a client or of a payer by name', async () => {
    expect(await issued(1234.56)).toMatchObject({
      ...{ clientId: null, payer: { name: 'Ion Pop', cif: null, address: null }, documents: [] },
      amountInWords: 'o mie două sute treizeci și patru de lei și cincizeci și șase de bani',
    });
    expect(await issued(50, { payer: null, clientId: scope.clientId })).toMatchObject({
      ...{ clientId: scope.clientId, documents: [] },
    });
  });

  it('returns the earlier receipt for a repeated idempotencyKey, and takes no number', async () => {
    const invoice = await inForce();
    const body = { ...of(invoice.id, 30), idempotencyKey: randomUUID() };
    const first = await send(body);
    const again = await send(body);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await payments(invoice.id)).toHaveLength(1);
  });

  it('refuses the idempotencyKey of the other kind, and stores nothing', async () => {
    const key = { payer: 'Ion', amount: 7, idempotencyKey: randomUUID() };
    const { body: first } = await send(key);
    const { status, body } = await send({ ...key, kind: 'cash_payment' });
    expect([status, body.error.details]).toEqual([
      422,
      { idempotencyKey: [`belongs to a receipt, ${first.number}: send another key for a cash payment order`] },
    ]);
    expect((await send({ ...key, kind: 'receipt' })).body.id).toBe(first.id);
  });

  it('answers 404 for an unknown series', async () => {
    expect((await send({ payer: 'Ion', amount: 1, seriesId: randomUUID() })).status).toBe(404);
  });

  it.each<[what: string, body: () => object | Promise<object>, fields: string[]]>([
    ['no amount', () => ({ payer: 'Ion' }), ['amount']],
    ['an amount of 0', () => ({ payer: 'Ion', amount: 0 }), ['amount']],
    ['an amount without words', () => ({ payer: 'Ion', amount: 1_000_000_000 }), ['amount']],
    ['three decimals', () => ({ payer: 'Ion', amount: 1.001 }), ['amount']],
    ['another currency', () => ({ payer: 'Ion', amount: 1, currency: 'EUR' }), ['currency']],
    ['another kind', () => ({ payer: 'Ion', amount: 1, kind: 'invoice' }), ['kind']],
    ['no payer', () => ({ amount: 1 }), ['payer']],
    ['a day in the future', () => ({ payer: 'Ion', amount: 1, date: addDays(today(), 1) }), ['date']],
    ['an unknown client', () => ({ clientId: randomUUID(), amount: 1 }), ['clientId']],
    [
      'a series of invoices',
      async () => ({ payer: 'Ion', amount: 1, seriesId: (await issuedInvoice()).series!.id }),
      ['seriesId'],
    ],
    [
      '21 documents',
      () => ({ amount: 21, documents: Array.from({ length: 21 }, () => ({ id: randomUUID(), amount: 1 })) }),
      ['documents'],
    ],
    ['an unknown document', () => of(randomUUID(), 1), ['documents.0.id']],
    ['less than the documents', async () => ({ ...of((await inForce()).id, 5), amount: 4.99 }), ['amount']],
    ['more than is owed', async () => of((await inForce()).id, 121.02), ['documents.0.amount']],
    ['an invoice in euros', async () => of((await inForce({ currency: 'EUR', exchangeRate: 5 })).id, 1), ['documents.0.id']],
    ['a received invoice', async () => of(await received(scope), 1), ['documents.0.id']],
    [
      'a document of another client',
      async () => ({
        ...of((await inForce()).id, 1),
        clientId: (await service().newClient(scope, { name: 'Alt', cui: null })).id,
      }),
      ['documents.0.id'],
    ],
  ])('answers 422 for %s', async (_what, body, fields) => {
    expect(refusedFields(await send(await body()))).toEqual([422, 'validation_error', fields]);
  });

  it('answers 422 for a draft, and without a series', async () => {
    expect(refusedFields(await send(of((await draft()).id, 1)))).toEqual([422, 'validation_error', ['documents.0.id']]);
    const own = await newTrader();
    expect(refusedFields(await receiptCalls(own).send({ payer: 'Ion', amount: 1 }))).toEqual([
      422,
      'validation_error',
      ['seriesId'],
    ]);
  });

  it('warns when the cash of a partner in a day exceeds the legal limit, each way alone', async () => {
    const { id: clientId } = await service().newClient(scope, { name: 'Sfoara SRL', cui: null });
    const [one, other] = [await inForce({ clientId, lines: LARGE }), await inForce({ clientId, lines: LARGE })];
    expect((await send(of(one.id, 3000))).body.warnings).toBeUndefined();
    expect((await pay(other.id, 1000, { paymentMethod: 'cash' })).body.warnings).toBeUndefined();
    const advance = expect.stringContaining('pay no document and are credit of the client');
    expect((await issued(1000, { clientId })).warnings).toEqual([advance]);
    expect((await issued(0.01, { clientId })).warnings).toEqual([
      advance,
      `amount: the cash taken from Sfoara SRL on ${today()} adds up to 5000.01 lei; the law allows 5000.00 lei a day for a business (Legea 70/2015).`,
    ]);
    // By bank: no cash, but credit that can be paid back.
    expect((await request('POST', '/allocations', { clientId, paymentDate: today(), amount: 4000.99 })).status).toBe(201);
    expect((await issued(5000, { clientId, kind: 'cash_payment' })).warnings).toBeUndefined();
    expect((await issued(1, { clientId, kind: 'cash_payment' })).warnings).toEqual([
      expect.stringContaining('paid to Sfoara SRL'),
    ]);
    // A person without a record.
    expect((await issued(10_000)).warnings).toBeUndefined();
    expect((await issued(10_000.01)).warnings).toEqual([expect.stringContaining('10000.00 lei a day for a person')]);
  });
});

const LARGE = [{ description: 'Masă', quantity: 1, unitPrice: 10_000, vatRate: 21 }];

describe('GET /receipts/{uuid}', () => {
  it('as PDF has what the form asks for', async () => {
    const invoice = await issuedInvoice();
    const receipt = (await send(of(invoice.id, 121))).body;
    const { status, headers, body } = await request<Buffer>('GET', `/receipts/${receipt.id}?format=pdf`);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(headers.get('content-disposition')).toContain(`chitanta-${receipt.number}.pdf`);
    const text = await pdfText(body);
    for (const said of [
      ...['Chitanță', receipt.number, 'Am primit de la', receipt.payer.name, '121,00 RON', 'o sută douăzeci și unu de lei'],
      ...[`Contravaloarea facturii ${invoice.number}`, 'Casier'],
    ])
      expect(text).toContain(said);
    const order = await issued(7, { kind: 'cash_payment', notes: 'Restituire garanție' });
    const pdf = (await request<Buffer>('GET', `/receipts/${order.id}?format=pdf`)).body;
    const paid = await pdfText(pdf);
    for (const said of [
      ...['Dispoziție de plată', 'Ion Pop', 'șapte lei', 'Restituire garanție', 'Conducătorul unității'],
      ...['Viza de control financiar preventiv', 'Am primit suma (calitatea, act de identitate seria/nr., data, semnătura)'],
    ])
      expect(paid).toContain(said);
    expect(await pdfPages(pdf)).toBe(1);
  });

  it('answers 404 for an unknown receipt, and 422 for another format', async () => {
    expect((await request('GET', `/receipts/${randomUUID()}`)).status).toBe(404);
    const { id } = await issued(1);
    expect((await request('GET', `/receipts/${id}?format=xml`)).status).toBe(422);
  });
});
