import { describe, expect, it } from 'vitest';
import type { Invoice } from '../../support/contract.ts';
import { refusal } from '../../support/refusals.ts';
import { useTrader } from '../../support/trader.ts';

const { scope, act, request, issued, detailOf, creditIssued } = useTrader();

const line = (description: string, quantity: number, unitPrice = 100) => ({ description, quantity, unitPrice, vatRate: 21 });
const correct = (id: string, ...lines: object[]) => act<Invoice>(id, 'correct', { lines });
const shown = ({ lines }: Invoice) => lines.map(one => [one.description, one.quantity, one.unitPrice]);
const validation = async (id: string) =>
  (await request<{ valid: boolean; errors: unknown[] }>('POST', `/invoices/${id}/validate?mode=full`)).body;

describe('correction by one document (INV-97)', () => {
  it('has the old lines negative and the new ones positive; a lower amount reduces the invoice; the XML is valid', async () => {
    const invoice = await issued({ lines: [line('Scaun', 2)] });
    const { status, body } = await correct(invoice.id, line('Scaun', 1), line('Masă', 1, 50));
    expect([status, body.error]).toEqual([201, undefined]);
    expect(body).toMatchObject({
      ...{ status: 'issued', invoiceTypeCode: '384', isCreditNote: false, total: -60.5, parentDocumentId: invoice.id },
      clientId: scope.clientId,
    });
    expect(shown(body)).toEqual([
      ['Scaun', -2, 100],
      ['Scaun', 1, 100],
      ['Masă', 1, 50],
    ]);
    expect(await detailOf(invoice.id)).toMatchObject({ balance: 181.5, creditedAmount: 60.5 });
    expect(await validation(body.id)).toMatchObject({ valid: true, errors: [] });
  });

  it('a higher amount is to be paid on the correction', async () => {
    const invoice = await issued();
    const { body } = await correct(invoice.id, line('Consultanță', 2));
    expect(body).toMatchObject({ total: 121, balance: 121 });
    expect(await detailOf(invoice.id)).toMatchObject({ balance: 121, creditedAmount: 0 });
  });

  it('an equal amount, from two calls at once: one corrects, the other names it; the invoice cannot be cancelled', async () => {
    const invoice = await issued();
    const answers = await Promise.all([1, 2].map(() => correct(invoice.id, line('Expertiză', 1))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const made = answers.find(({ status }) => status === 201)!.body;
    for (const answer of [answers.find(({ status }) => status === 409)!, await act(invoice.id, 'storno')])
      expect(refusal(answer)).toMatchObject([409, 'conflict', { reason: 'already_reversed', documentId: made.id }]);
    const cancel = (id: string) => act(id, 'cancel', { reason: 'Made by mistake' });
    expect(refusal(await cancel(invoice.id))).toMatchObject([422, 'validation_error', { reason: 'has_credit_notes' }]);
    expect(refusal(await correct(made.id, line('Alta', 1)))).toMatchObject([422, 'validation_error', expect.any(Object)]);
    expect((await cancel(made.id)).status).toBe(200);
    expect((await correct(invoice.id, line('Alta', 1))).status).toBe(201);
    // The first one is restored, and would correct the invoice once more.
    expect((await act(made.id, 'restore')).status).toBe(200);
    expect(refusal(await act(made.id, 'issue'))).toMatchObject([409, 'conflict', { reason: 'already_reversed' }]);
    const audit = await request<{ problems: string[] }>('GET', `/document-series/${invoice.documentSeriesId}/audit`);
    expect(audit.body).toMatchObject({ problems: [] });
  });

  it('takes back only what earlier credit notes left', async () => {
    const invoice = await issued();
    await creditIssued(invoice);
    const { body } = await correct(invoice.id, line('Consultanță', 1, 40));
    expect(shown(body)).toEqual([
      [`Rest din factura ${invoice.number}`, -1, 50],
      ['Consultanță', 1, 40],
    ]);
    expect(await detailOf(invoice.id)).toMatchObject({ balance: 48.4, creditedAmount: 72.6 });
  });

  it('refuses a body without lines, and an unknown VAT rate', async () => {
    const { id } = await issued();
    expect(refusal(await correct(id))).toMatchObject([expect.any(Number), expect.any(String), { lines: [expect.any(String)] }]);
    expect((await correct(id, { ...line('A', 1), vatRateId: id })).status).toBe(404);
    expect(refusal(await correct(id, line('A', 0)))).toMatchObject([
      422,
      'validation_error',
      { 'lines.0.quantity': expect.any(Array) },
    ]);
  });
});
