import { describe, expect, it } from 'vitest';
import { exchangeRateCalls, ofRate } from './exchange-rate-calls.ts';

const { scope, request, act, draft, xmlOf, creditDraft, parent, create, change } = exchangeRateCalls();
const rateLine = (quantity: number) => [{ description: 'Retur', quantity, unitPrice: 33.33, vatRateId: scope.vat21 }];

describe("A document without exchangeRate takes its parent's (TAX-35)", () => {
  it('a credit note, whose VAT in lei is at the rate of the credited invoice', async () => {
    const note = await creditDraft(parent, { currency: 'EUR', lines: rateLine(-1) });
    expect([note.exchangeRate, note.warnings]).toEqual([5.0812, undefined]);
    expect((await act(note.id, 'issue')).status).toBe(200);
    expect(await xmlOf(note.id)).toContain('<cbc:TaxAmount currencyID="RON">35.57</cbc:TaxAmount>');
  });

  it.each([
    ['a negative invoice', { lines: [{ description: 'Retur', quantity: -1, unitPrice: 10 }] }],
    ['a corrected invoice', { invoiceTypeCode: '384' }],
    ['a final invoice', {}],
  ])('%s', async (_, overrides) => {
    const { invoice, validation } = await create({ currency: 'EUR', parentDocumentId: parent.id, ...overrides });
    expect([invoice.exchangeRate, ofRate(validation.warnings)]).toEqual([5.0812, []]);
  });

  it('not from a parent in another currency', async () => {
    const { invoice, validation } = await create({ currency: 'USD', parentDocumentId: parent.id });
    expect([invoice.exchangeRate, ofRate(validation.warnings).length]).toEqual([1, 1]);
    expect((await create({ parentDocumentId: parent.id })).invoice).toMatchObject({ currency: 'RON', exchangeRate: 1 });
  });
});

describe('Without any rate: 1 with a warning, and no issue', () => {
  it('create, update and validate warn; issue returns 422 at exchangeRate', async () => {
    const { invoice, validation } = await create({ currency: 'EUR' });
    expect([invoice.exchangeRate, validation.valid, ofRate(validation.warnings).length]).toEqual([1, true, 1]);
    expect(ofRate((await change(invoice.id, { notes: 'x' })).validation.warnings)).toHaveLength(1);
    for (const mode of ['quick', 'full']) {
      const answer = await request<{ warnings: string[] }>('POST', `/invoices/${invoice.id}/validate?mode=${mode}`);
      expect(ofRate(answer.body.warnings)).toHaveLength(1);
    }
    const { status, body } = await act(invoice.id, 'issue');
    expect([status, body.error.code, Object.keys(body.error.details)]).toEqual([422, 'validation_error', ['exchangeRate']]);
    await change(invoice.id, { exchangeRate: 5.07 });
    expect((await act(invoice.id, 'issue')).body).toMatchObject({ status: 'issued', exchangeRate: 5.07 });
  });

  it('a rate of exactly 1 counts as none, also when it is stated', async () => {
    const { id } = await draft({ currency: 'EUR', exchangeRate: '1.000' });
    expect((await act(id, 'issue')).status).toBe(422);
    expect((await act(id, 'upload')).status).toBe(422);
  });
});
