import { describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { today } from '#shared/base/kernel/clock.ts';
import { DEPTH } from '../../support/effort.ts';
import type { CreditNote, Invoice, InvoiceList, Refusal } from '../../support/contract.ts';
import { refusal } from '../../support/refusals.ts';
import { useTrader } from '../../support/trader.ts';

const { service, scope, act, request, issued, draft, detailOf, creditIssued, creditDraft, creditNoteOf, validated, file, xmlOf } =
  useTrader({ connected: true });

const line = (description: string, quantity: number, overrides: object = {}) => ({
  ...{ description, quantity, unitPrice: 100, vatRate: 21 },
  ...overrides,
});
const storno = <T = CreditNote>(id: string, body?: object) => act<T>(id, 'storno', body);
const negative = { documentType: 'invoice' };
const validation = async (id: string) =>
  (await request<{ valid: boolean; errors: unknown[] }>('POST', `/invoices/${id}/validate?mode=full`)).body;

describe('storno by a credit note (INV-92 to INV-96)', () => {
  it('issues at once the credit note of all lines, with number, links, balance, timelines, PDF and valid XML', async () => {
    const invoice = await issued({
      lines: [line('Mese', 2), line('Cărți', 3, { unitPrice: 33.33, vatRate: 11, discountPercent: 5 })],
    });
    const { status, body: note } = await storno(invoice.id);
    expect([status, note.error]).toEqual([201, undefined]);
    expect(note).toMatchObject({
      ...{ isCreditNote: true, status: 'issued', number: expect.stringMatching(/^NC-\d+$/), issueDate: today() },
      ...{ parentDocumentId: invoice.id, total: (-invoice.total).toFixed(2), clientId: scope.clientId },
    });
    expect(note.lines.map(one => [one.description, one.quantity])).toEqual([
      ['Mese', '-2.00'],
      ['Cărți', '-3.00'],
    ]);
    expect(note.events.map(one => one.type)).toEqual(['status_change', 'created']);
    const after = await detailOf(invoice.id);
    expect(after).toMatchObject({
      ...{ status: 'issued', balance: 0, creditedAmount: invoice.total, paymentStatus: 'paid' },
      creditNotes: [{ uuid: note.id, number: note.number, status: 'issued' }],
    });
    expect(after.events[0]).toMatchObject({ type: 'updated', metadata: { creditNoteId: note.id } });
    expect(await validation(note.id)).toMatchObject({ valid: true, errors: [] });
    expect((await file(note.id, 'pdf')).body.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('is refused a second time, without a key too: 409 with the id of the credit note', async () => {
    const invoice = await issued();
    const { body: note } = await storno(invoice.id);
    expect(refusal(await storno(invoice.id, negative))).toMatchObject([
      ...[409, 'conflict'],
      { reason: 'already_reversed', documentId: note.id, documentNumber: note.number },
    ]);
    expect((await detailOf(invoice.id)).creditNotes).toHaveLength(1);
  });

  it('is refused after credit notes that together credited all of it', async () => {
    const invoice = await issued();
    const lines = [{ description: 'Retur', quantity: -0.5, unitPrice: 100, vatRateId: scope.vat21 }];
    await creditIssued(invoice, { lines });
    const last = await creditIssued(invoice, { lines });
    expect(refusal(await storno(invoice.id))).toMatchObject([409, 'conflict', { documentId: last.id }]);
  });

  it('gives the same answer for the same Idempotency-Key', async () => {
    const invoice = await issued();
    const headers = { 'idempotency-key': randomUUID() };
    const send = () => service().api('POST', `/api/v1/invoices/${invoice.id}/storno`, { ...scope, headers });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
  });

  it('of several calls at once one credits, and the others name its credit note', async () => {
    const invoice = await issued();
    const answers = await Promise.all([storno(invoice.id), storno(invoice.id, negative), storno(invoice.id), storno(invoice.id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
    const made = answers.find(({ status }) => status === 201)!.body;
    for (const answer of answers.filter(({ status }) => status === 409))
      expect(refusal(answer)).toMatchObject([409, 'conflict', { documentId: made.id }]);
    expect(await detailOf(invoice.id)).toMatchObject({ balance: 0, creditedAmount: 121 });
  });

  it('credits what earlier credit notes left, by VAT rate', async () => {
    const invoice = await issued({ lines: [line('Mese', 2), line('Cărți', 1, { vatRate: 11 })] });
    const lines = [{ description: 'Retur', quantity: -0.5, unitPrice: 100, vatRateId: scope.vat21 }];
    await creditIssued(invoice, { lines });
    const { body: note } = await storno(invoice.id);
    expect(note.lines).toMatchObject([
      { description: `Rest din factura ${invoice.number}`, quantity: '-1.00', unitPrice: '150.00', total: '-181.50' },
      { quantity: '-1.00', unitPrice: '100.00', total: '-111.00' },
    ]);
    expect(await detailOf(invoice.id)).toMatchObject({ balance: 0, creditedAmount: invoice.total });
    expect(await validation(note.id)).toMatchObject({ valid: true });
  });

  it('may be made again once its document was cancelled', async () => {
    const invoice = await issued();
    const { body: note } = await storno(invoice.id);
    await act(note.id, 'cancel', { reason: 'Made by mistake' });
    expect((await detailOf(invoice.id)).balance).toBe(121);
    expect((await storno(invoice.id)).status).toBe(201);
    expect((await creditNoteOf(note.id)).status).toBe('cancelled');
  });

  it('warns of drafts that would credit the invoice once more', async () => {
    const invoice = await issued();
    const { number } = await creditDraft(invoice);
    expect((await storno(invoice.id)).body.warnings?.join()).toContain(number);
  });
});

describe('storno of an invoice that was cancelled after the authority validated it', () => {
  it('credits it, once', async () => {
    const invoice = await validated();
    expect((await act(invoice.id, 'cancel', { reason: 'Ordered by mistake' })).status).toBe(200);
    const { status, body: note } = await storno(invoice.id);
    expect([status, note.total]).toEqual([201, '-121.00']);
    const { body } = await request<InvoiceList & { totals: object[] }>(
      'GET',
      `/invoices?parentDocumentId=${invoice.id}&includeTotals=true`,
    );
    expect(body.total).toBe(1);
    expect(refusal(await storno(invoice.id))).toMatchObject([409, 'conflict', { reason: 'already_reversed' }]);
  });
});

describe('storno by a negative invoice', () => {
  it('takes the number of the invoices, names the invoice, and reduces its balance', async () => {
    const invoice = await issued();
    const { status, body } = await storno<Invoice>(invoice.id, negative);
    expect([status, body.isCreditNote, body.total, body.invoiceTypeCode]).toEqual([201, false, -121, '380']);
    expect(body.number.split('-')[0]).toBe(invoice.number.split('-')[0]);
    expect(body.parentDocument).toMatchObject({ id: invoice.id, number: invoice.number });
    expect(await detailOf(invoice.id)).toMatchObject({ balance: 0, creditedAmount: 121, paymentStatus: 'paid' });
    expect(await xmlOf(body.id)).toContain(`<cbc:ID>${invoice.number}</cbc:ID>`);
    expect(await validation(body.id)).toMatchObject({ valid: true, errors: [] });
  });

  it('is the default where a credit note could not state all lines, also with a total of 0', async () => {
    const advance = await issued();
    const final = await issued({ parentDocumentId: advance.id, lines: [line('Mobilier', 1), line('Storno avans', -1)] });
    expect(refusal(await storno(final.id, { documentType: 'credit_note' }))).toMatchObject([
      ...[422, 'validation_error'],
      { documentType: [expect.stringContaining('negative lines')] },
    ]);
    const answers = await Promise.all([storno<Invoice>(final.id), storno<Invoice>(final.id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const { body } = answers.find(({ status }) => status === 201)!;
    expect([body.total, body.lines.map(({ quantity }) => quantity)]).toEqual([0, [-1, 1]]);
    expect(refusal(await storno(final.id))).toMatchObject([409, 'conflict', { documentId: body.id }]);
    expect(refusal(await act(final.id, 'cancel', { reason: 'Ordered by mistake' }))).toMatchObject([
      ...[422, 'validation_error'],
      { reason: 'has_credit_notes' },
    ]);
  });
});

describe('allowances, currencies', () => {
  const allowanceCharges = [
    { chargeIndicator: false, amount: '10.00', taxCategoryCode: 'S', taxRate: '21', reason: 'Discount', reasonCode: '95' },
  ];

  it.each([['credit_note'], ['invoice']])('takes back allowances of the document and of lines (%s)', async documentType => {
    const own = { allowanceCharges: [{ chargeIndicator: false, amount: '20.00', reason: 'Promo' }] };
    const invoice = await issued({ ublExtensions: { allowanceCharges }, lines: [line('Dulap', 1, { ublExtensions: own })] });
    expect(invoice.payableTotal).toBe(84.7);
    const { body } = await storno<Invoice>(invoice.id, { documentType });
    expect([Number(body.payableTotal), await validation(body.id)]).toMatchObject([-84.7, { valid: true }]);
    expect(await detailOf(invoice.id)).toMatchObject({ balance: 0, creditedAmount: 84.7 });
  });

  it.runIf(DEPTH)('keeps the exchange rate of the invoice', async () => {
    const invoice = await issued({ currency: 'EUR', exchangeRate: 5.0812 });
    const { body } = await storno(invoice.id);
    expect([body.currency, body.exchangeRate]).toEqual(['EUR', 5.0812]);
  });
});

describe('refusals', () => {
  const why = async (id: string, body?: object) => refusal((await storno(id, body)) as { status: number; body: Refusal });

  it('422 for a draft, a credit note, a negative invoice, and dates that do not fit; 404 for an unknown invoice or series, and a chain that holds', async () => {
    expect(await why((await draft()).id)).toMatchObject([422, 'validation_error', { reason: 'parent_not_in_force' }]);
    const invoice = await issued();
    for (const body of [{ issueDate: '2099-01-01' }, { issueDate: '2026-01-01' }])
      expect(await why(invoice.id, body)).toMatchObject([422, 'validation_error', { issueDate: [expect.any(String)] }]);
    expect(await why(invoice.id, { seriesId: randomUUID() })).toEqual([404, 'not_found', undefined]);
    expect(await why(randomUUID())).toEqual([404, 'not_found', undefined]);
    expect(await why(invoice.id, { documentType: 'proforma' })).toMatchObject([
      422,
      'validation_error',
      { documentType: [expect.any(String)] },
    ]);
    const { body: note } = await storno(invoice.id);
    expect(await why(note.id)).toMatchObject([422, 'validation_error', { parentDocumentId: [expect.any(String)] }]);
    for (const series of [note.seriesId, invoice.documentSeriesId])
      expect((await request<{ problems: string[] }>('GET', `/document-series/${series}/audit`)).body).toMatchObject({
        problems: [],
      });
  });
});
