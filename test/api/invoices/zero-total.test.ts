import { describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { useTrader } from '../../support/trader.ts';
import type { InvoiceList, Series, SeriesAudit } from '../../support/contract.ts';
import { DEPTH } from '../../support/effort.ts';

const line = (description: string, quantity: number, overrides: object = {}) => ({
  ...{ description, quantity, unitPrice: 1000, vatRate: 21 },
  ...overrides,
});

/** The fields of a document without an open amount. */
const SETTLED = { total: 0, amountPaid: 0, balance: 0, paymentStatus: 'paid', isOverdue: false };

const { request, post, act, invoiceBody, draft, issued, detailOf, file, xmlOf } = useTrader();
const make = (overrides: object) => draft(overrides);

describe('Total 0 may be issued when a line has a quantity other than 0 (Fiscal Code, art. 330 (1) b)', () => {
  it('a line that is free of charge', async () => {
    const { id } = await make({ lines: [line('Mostră', 1, { unitPrice: 0 })] });
    expect((await act(id, 'issue')).body).toMatchObject({ status: 'issued', paidAt: today(), ...SETTLED });
  });

  it.runIf(DEPTH)('a final invoice that deducts an advance of the whole amount is paid at issue', async () => {
    const advance = await issued({ lines: [line('Avans', 1)] });
    const lines = [line('Mobilier', 1), line('Storno avans', -1)];
    const { body } = await post(invoiceBody({ lines, parentDocumentId: advance.id }));
    expect(body.validation).toMatchObject({ valid: true, errors: [] });
    expect(body.invoice).toMatchObject({ ...{ paymentStatus: 'unpaid', paidAt: null }, total: 0 });
    const { status, body: invoice } = await act(body.invoice.id, 'issue');
    expect([status, invoice.error]).toEqual([200, undefined]);
    expect(invoice).toMatchObject({ status: 'issued', paidAt: today(), ...SETTLED });
    const xml = await xmlOf(invoice.id);
    expect(xml).toContain('<cbc:PayableAmount currencyID="RON">0.00</cbc:PayableAmount>');
    expect(xml).toContain(`<cbc:ID>${advance.number}</cbc:ID>`);
    expect(xml).not.toContain('-0.00');
    const pdf = await file(invoice.id, 'pdf');
    expect([pdf.status, pdf.body.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
  });

  it.runIf(DEPTH)('a corrected invoice (384) with the old lines negative and the new ones positive', async () => {
    const wrong = await issued({ lines: [line('Scaun', 2)] });
    const lines = [line('Scaun', -2), line('Scaun ergonomic', 1, { unitPrice: 2000 })];
    const { id } = await make({ invoiceTypeCode: '384', parentDocumentId: wrong.id, lines });
    expect((await act(id, 'issue')).body).toMatchObject({ status: 'issued', ...SETTLED });
  });

  it.runIf(DEPTH)('at different VAT rates, where the total alone is 0', async () => {
    const lines = [line('A', 1.21, { vatRate: 0 }), line('B', -1)];
    const { id } = await make({ lines });
    expect((await act(id, 'issue')).body).toMatchObject({ status: 'issued', subtotal: 210, vatTotal: -210, ...SETTLED });
  });

  it.runIf(DEPTH)('in another currency with its rate', async () => {
    const lines = [line('Mobilier', 1), line('Storno avans', -1)];
    const { id } = await make({ currency: 'EUR', exchangeRate: 5.0812, lines });
    expect((await act(id, 'issue')).body).toMatchObject({ status: 'issued', ...SETTLED });
  });

  it.runIf(DEPTH)('lists have it among the paid ones, and it accepts no payment', async () => {
    const { id } = await issued({ lines: [line('A', 1), line('B', -1)] });
    const list = async (query: string) =>
      (await request<InvoiceList>('GET', `/invoices?limit=100&${query}`)).body.data.map(one => one.id);
    expect(await list('status=paid')).toContain(id);
    expect(await list('isPaid=true')).toContain(id);
    expect(await list('isPaid=false')).not.toContain(id);
    const payment = { amount: 0.01, paymentDate: today() };
    expect((await request('POST', `/invoices/${id}/payments`, payment)).status).toBe(422);
    expect(await detailOf(id)).toMatchObject(SETTLED);
  });

  it.runIf(DEPTH)('nothing can be collected on it at once', async () => {
    const lines = [line('A', 1), line('B', -1)];
    const body = invoiceBody({ lines, collect: { value: 0.01 } });
    expect((await post(body)).body.error.details).toHaveProperty(['collect.value']);
  });

  it.runIf(DEPTH)('cancelled it has nothing open, and restored it is a draft again', async () => {
    const { id } = await issued({ lines: [line('A', 1), line('B', -1)] });
    const cancelled = await act(id, 'cancel', { reason: 'Emisă din greșeală' });
    expect(cancelled.body).toMatchObject({ status: 'cancelled', balance: 0 });
    const restored = await act(id, 'restore');
    expect(restored.body).toMatchObject({ status: 'draft', balance: 0, paymentStatus: 'unpaid', paidAt: null });
    expect((await act(id, 'issue')).body).toMatchObject({ status: 'issued', paidAt: today(), ...SETTLED });
  });

  it.runIf(DEPTH)('the audit finds no error in it', async () => {
    const { body } = await request<Series[]>('GET', '/document-series?type=invoice');
    const audit = await request<SeriesAudit>('GET', `/document-series/${body[0]?.id}/audit`);
    expect([audit.status, audit.body.chainHolds]).toEqual([200, true]);
  });
});
