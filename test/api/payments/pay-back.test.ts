import { describe, expect, it } from 'vitest';
import { refusal, refusedFields } from '../../support/refusals.ts';
import { useTrader } from '../../support/trader.ts';
import { DEPTH } from '../../support/effort.ts';
import { paymentCalls } from './calls.ts';

const trader = useTrader();
const { scope, request, act, issued, inForce, detailOf, creditIssued, service } = trader;
const { pay, list, remove } = paymentCalls(trader);

/** Ways to settle an invoice of 121 that nothing has settled yet. */
const UNPAID = { amountPaid: 0, creditedAmount: 0, balance: 121, refundDue: 0, paymentStatus: 'unpaid', isPaid: false };

/** Lines that reverse an invoice of 121. */
const RETURNED = { lines: [{ description: 'Retur', quantity: -1, unitPrice: 100, vatRate: 21 }] };

/** The settlement of an invoice in its detail. */
async function state(id: string) {
  const { amountPaid, creditedAmount, balance, refundDue, paymentStatus, paidAt } = await detailOf(id);
  return { amountPaid, creditedAmount, balance, refundDue, paymentStatus, isPaid: paidAt !== null };
}

/** An invoice of 121 that is paid and then credited in full. */
async function owedBack() {
  const invoice = await inForce();
  await pay(invoice.id, 121);
  const note = await creditIssued(invoice, { lines: [{ ...RETURNED.lines[0], vatRateId: scope.vat21 }] });
  return { invoice, note };
}

describe('the amount to pay back on an invoice', () => {
  it('is refunded, up to what is due; the invoice stays paid', async () => {
    const { invoice, note } = await owedBack();
    const due = { amountPaid: 121, creditedAmount: 121, balance: 0, refundDue: 121, paymentStatus: 'paid', isPaid: true };
    expect(await state(invoice.id)).toEqual(due);
    const listed = await request<{ data: unknown[] }>('GET', `/invoices?search=${invoice.number}`);
    expect(listed.body.data).toMatchObject([{ balance: 0, refundDue: 121 }]);
    expect(refusal(await pay(invoice.id, 121.01, { type: 'refund' }))[0]).toBe(422);
    const { status, body } = await pay(invoice.id, 121, { type: 'refund' });
    expect(status).toBe(201);
    expect(body.payment).toMatchObject({ type: 'refund', amount: 121, paysBack: true, offsetInvoiceId: null });
    expect(body.invoice).toMatchObject({ amountPaid: 0, balance: 0, creditedAmount: 121, refundDue: 0 });
    expect(await state(invoice.id)).toMatchObject({ amountPaid: 0, refundDue: 0, paymentStatus: 'paid' });
    expect((await detailOf(invoice.id)).events[0]?.details).toBe('Refund of 121.00 RON recorded');
    // The paid-back payment cannot be removed.
    const [received] = (await list(invoice.id)).filter(({ paysBack }) => !paysBack);
    expect(refusal(await remove(invoice.id, received?.id ?? ''))).toMatchObject([409, 'conflict', { reason: 'paid_back' }]);
    // A reversal that is cancelled after its refund leaves an open amount again.
    await act(note.id, 'cancel', { reason: 'Emisă greșit' });
    expect(await state(invoice.id)).toEqual(UNPAID);
  });

  it('can be booked against another invoice of the client, and is removed from both', async () => {
    const { invoice } = await owedBack();
    const other = await inForce({ lines: [{ description: 'Mese', quantity: 2, unitPrice: 100, vatRate: 21 }] });
    const { status, body } = await pay(invoice.id, 100, { type: 'offset', invoiceId: other.id });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.payment).toMatchObject({ type: 'offset', paysBack: true, offsetInvoiceId: other.id });
    expect(await state(invoice.id)).toMatchObject({ amountPaid: 21, refundDue: 21, balance: 0 });
    expect(await state(other.id)).toMatchObject({ amountPaid: 100, balance: 142, paymentStatus: 'partially_paid' });
    const [received] = await list(other.id);
    expect(received).toMatchObject({ type: 'offset', paysBack: false, offsetInvoiceId: invoice.id, amount: 100 });
    expect((await remove(other.id, received?.id ?? '')).status).toBe(204);
    expect(await state(invoice.id)).toMatchObject({ amountPaid: 121, refundDue: 121 });
    expect(await state(other.id)).toMatchObject({ amountPaid: 0, balance: 242 });
    expect(await list(invoice.id)).toHaveLength(1);
  });

  it('cannot be booked against itself, for more than is owed back, or as another kind of payment: 422', async () => {
    const { invoice } = await owedBack();
    const other = await inForce({ lines: [{ description: 'Dulap', quantity: 1, unitPrice: 900, vatRate: 21 }] });
    for (const [field, amount, body] of [
      ['invoiceId', 100, { invoiceId: invoice.id }],
      ['amount', 121.01, { invoiceId: other.id }],
      ['type', 100, { type: 'gift' }],
    ] as const)
      expect(refusedFields(await pay(invoice.id, amount, { type: 'offset', ...body }))).toEqual([
        422,
        'validation_error',
        [field],
      ]);
    expect(await state(invoice.id)).toMatchObject({ amountPaid: 121, refundDue: 121 });
  });

  it.runIf(DEPTH)('is 0 while the invoice is only paid, or only credited', async () => {
    const invoice = await issued();
    expect(refusal(await pay(invoice.id, 50, { type: 'refund' }))[0]).toBe(422);
    await pay(invoice.id, 121);
    expect(refusal(await pay(invoice.id, 0.01, { type: 'refund' }))[0]).toBe(422);
  });
});

describe.runIf(DEPTH)('A negative invoice reduces the invoice that it names (SET-25 to SET-28)', () => {
  it('as its parent, until it is cancelled; its restore and issue reduce it again', async () => {
    const invoice = await issued();
    const storno = await issued({ ...RETURNED, parentDocumentId: invoice.id });
    expect(await state(invoice.id)).toEqual({ ...UNPAID, creditedAmount: 121, balance: 0, paymentStatus: 'paid' });
    expect((await detailOf(invoice.id)).events[0]).toMatchObject({ details: `Credited by ${storno.number}: 121.00 RON` });
    expect((await detailOf(invoice.id)).creditNotes).toEqual([]);
    expect(refusal(await act(invoice.id, 'cancel', { reason: 'Emisă greșit' }))).toMatchObject([
      422,
      'validation_error',
      { reason: 'has_credit_notes' },
    ]);
    expect((await pay(invoice.id, 1)).status).toBe(422);
    await act(storno.id, 'cancel', { reason: 'Emisă greșit' });
    expect(await state(invoice.id)).toEqual(UNPAID);
    await act(storno.id, 'restore');
    expect(await state(invoice.id)).toEqual(UNPAID);
    await act(storno.id, 'issue');
    expect(await state(invoice.id)).toMatchObject({ creditedAmount: 121, balance: 0 });
    const { body } = await request<{ gapFree: boolean; chainHolds: boolean; problems: unknown[] }>(
      'GET',
      `/document-series/${invoice.documentSeriesId}/audit`,
    );
    expect(body).toMatchObject({ chainHolds: true, problems: [] });
  });
});

describe.runIf(DEPTH)('A negative invoice reduces the invoice that it names (SET-25 to SET-28)', () => {
  it('by number, until it is cancelled', async () => {
    const { id, number, issueDate } = await issued();
    const storno = await issued({ ...RETURNED, precedingInvoices: [{ number, issueDate }] });
    expect(await state(id)).toEqual({ ...UNPAID, creditedAmount: 121, balance: 0, paymentStatus: 'paid' });
    await act(storno.id, 'cancel', { reason: 'Emisă greșit' });
    expect(await state(id)).toEqual(UNPAID);
  });

  it('not one of another client, in another currency, or two of them', async () => {
    const invoice = await issued();
    const other = await issued({ lines: [{ description: 'Altele', quantity: 1, unitPrice: 50, vatRate: 21 }] });
    const { id: clientId } = await service().newClient(scope, { cui: 'RO2864518', name: 'Altul SRL' });
    await issued({ ...RETURNED, clientId, parentDocumentId: invoice.id });
    await issued({ ...RETURNED, currency: 'EUR', exchangeRate: 5, parentDocumentId: invoice.id });
    const named = [invoice, other].map(({ number, issueDate }) => ({ number, issueDate }));
    await issued({ ...RETURNED, precedingInvoices: named });
    expect(await state(invoice.id)).toEqual(UNPAID);
  });

  it('a cancelled invoice that the authority has validated may be reversed too', async () => {
    const invoice = await issued();
    await trader.become(invoice.id, { status: 'validated', taxauthStatus: 'validated' });
    await act(invoice.id, 'cancel', { reason: 'Comandă anulată' });
    await creditIssued(invoice, { lines: [{ ...RETURNED.lines[0], vatRateId: scope.vat21 }] });
    expect(await state(invoice.id)).toMatchObject({ creditedAmount: 121, balance: 0, refundDue: 0 });
  });

  it('keeps its parent, client, currency and sign while it is issued', async () => {
    const invoice = await issued();
    const storno = await issued({ ...RETURNED, parentDocumentId: invoice.id });
    await trader.become(storno.id, { status: 'rejected' });
    const changed = await trader.put(storno.id, { parentDocumentId: null });
    expect(Object.keys(changed.body.error.details)).toEqual(['parentDocumentId']);
    await trader.put(storno.id, { lines: [{ description: 'Retur', quantity: -0.5, unitPrice: 100, vatRate: 21 }] });
    expect(await state(invoice.id)).toMatchObject({ creditedAmount: 60.5, balance: 60.5 });
  });
});
