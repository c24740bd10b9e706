import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CreditNote, Invoice, Refusal } from '../../support/contract.ts';
import { refusal, refusedFields } from '../../support/refusals.ts';
import { useTrader } from '../../support/trader.ts';
import { DEPTH } from '../../support/effort.ts';

const { scope, request, draft, detailOf, become, creditBody, sendCredit, credited } = useTrader();
const invoice = {} as Invoice;
const note = {} as CreditNote;

beforeAll(async () => {
  const made = await credited();
  Object.assign(invoice, made.invoice);
  Object.assign(note, made.note);
});

const line = (overrides: object = {}) => ({
  description: 'Retur',
  quantity: -1,
  unitPrice: 10,
  vatRateId: scope.vat21,
  ...overrides,
});

const put = (overrides: object, id = note.id) => sendCredit(creditBody(invoice, overrides), id);

const refused = async (overrides: object, id = note.id) => refusedFields(await put(overrides, id));

describe('PUT /invoices/{uuid} of a credit note (CRN-23 to CRN-27)', () => {
  it('CRN-24: lines with a uuid are updated, those without are created, absent ones deleted, numbers assigned again', async () => {
    const own = await credited({
      lines: ['A', 'B', 'C'].map((description, place) => line({ description, unitPrice: place + 1 })),
    });
    const [first, second, third] = own.note.lines;
    const { status, body } = await sendCredit(
      creditBody(own.invoice, {
        lines: [
          line({ description: 'new', unitPrice: 7 }),
          line({ uuid: third?.uuid, description: 'C2', unitPrice: 5, discount: 1 }),
          line({ uuid: first?.uuid?.toUpperCase(), description: 'A', unitPrice: 1 }),
        ],
      }),
      own.note.id,
    );
    expect(status).toBe(200);
    expect(body.lines.map(one => [one.lineNumber, one.description, one.total])).toEqual([
      [1, 'new', '-8.47'],
      [2, 'C2', '-4.84'],
      [3, 'A', '-1.21'],
    ]);
    const ids = body.lines.map(one => one.uuid);
    expect(ids.slice(1)).toEqual([third?.uuid, first?.uuid]);
    expect([...own.note.lines.map(one => one.uuid), second?.uuid]).not.toContain(ids[0]);
    expect(body).toMatchObject({
      id: own.note.id,
      number: own.note.number,
      subtotal: '-12.00',
      total: '-14.52',
      totalDiscount: '1.00',
    });
    const stored = await request<CreditNote>('GET', `/invoices/${own.note.id}`);
    expect(stored.body.lines).toEqual(body.lines);
  });

  it('CRN-24: an unknown line uuid, or one twice: 422', async () => {
    const known = note.lines[0]?.uuid;
    expect(await refused({ lines: [line(), line({ uuid: randomUUID() })] })).toEqual([422, 'validation_error', ['lines.1.uuid']]);
    expect(await refused({ lines: [line({ uuid: known }), line({ uuid: known })] })).toEqual([
      422,
      'validation_error',
      ['lines.1.uuid'],
    ]);
    expect(await refused({ lines: [line({ uuid: 'x' })] })).toEqual([400, 'bad_request', ['lines.0.uuid']]);
  });

  it('an event is added, and the invoice has the new total', async () => {
    const own = await credited();
    const { body } = await sendCredit(creditBody(own.invoice, { lines: [line()] }), own.note.id);
    expect(body.events.map(one => [one.type, one.status])).toEqual([
      ['updated', null],
      ['created', 'draft'],
    ]);
    expect((await detailOf(own.invoice.id)).creditNotes).toMatchObject([{ uuid: own.note.id, total: -12.1 }]);
  });

  it('CRN-23: one that is no draft cannot be updated: 409 with status and reason', async () => {
    const own = await credited();
    for (const status of ['issued', 'cancelled'] as const) {
      await become(own.note.id, { status });
      for (const body of [creditBody(own.invoice), {}])
        expect(refusal(await sendCredit(body, own.note.id))).toMatchObject([409, 'conflict', { status, reason: 'not_editable' }]);
    }
  });

  it('CRN-25: parent, client and currency cannot change: 422', async () => {
    expect(await refused({ parentDocumentId: randomUUID() })).toEqual([422, 'validation_error', ['parentDocumentId']]);
    expect(await refused({ clientId: randomUUID() })).toEqual([422, 'validation_error', ['clientId']]);
    expect(await refused({ currency: 'EUR' })).toEqual([422, 'validation_error', ['currency']]);
  });

  it('the stored kind decides: an invoice cannot be updated as a credit note, nor the reverse: 400', async () => {
    const plain = await draft();
    expect(await refused({}, plain.id)).toEqual([400, 'bad_request', ['isCreditNote']]);
    const answer = await request<Refusal>('PUT', `/invoices/${note.id}`, { notes: 'x' });
    expect([answer.status, Object.keys(answer.body.error.details)]).toEqual([400, ['isCreditNote']]);
  });

  it.runIf(DEPTH)('the whole credit note is replaced: fields that the body leaves out get their defaults again', async () => {
    const own = await credited({ notes: 'Notă', mentions: 'M', invoiceTypeCode: '384' });
    const { body } = await sendCredit(creditBody(own.invoice), own.note.id);
    expect(body).toMatchObject({ notes: null, mentions: null, invoiceTypeCode: '381', exchangeRate: 1 });
  });

  it.runIf(DEPTH)('credits above the total are a warning, its own former total not counted', async () => {
    const own = await credited({ lines: [line({ quantity: -9 })] });
    const send = (quantity: number) => sendCredit(creditBody(own.invoice, { lines: [line({ quantity })] }), own.note.id);
    expect((await send(-10)).body.warnings).toBeUndefined();
    expect((await send(-10.01)).body.warnings).toEqual([expect.stringContaining('121.12')]);
  });

  it.runIf(DEPTH)('20 simultaneous updates: all succeed, the last one wins, an event each', async () => {
    const own = await credited();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, place) =>
        sendCredit(creditBody(own.invoice, { lines: [line({ unitPrice: place + 1 })] }), own.note.id),
      ),
    );
    expect(answers.map(answer => answer.status)).toEqual(Array<number>(20).fill(200));
    const { body } = await request<CreditNote>('GET', `/invoices/${own.note.id}`);
    expect(body.events.filter(one => one.type === 'updated')).toHaveLength(20);
    expect(body.lines).toHaveLength(1);
    expect((await detailOf(own.invoice.id)).creditNotes).toMatchObject([{ total: Number(body.total) }]);
  });
});
