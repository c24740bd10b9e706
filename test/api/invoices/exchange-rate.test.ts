import { beforeAll, describe, expect, it } from 'vitest';
import type { Invoice, InvoiceWithValidation, Refusal } from '../../support/contract.ts';
import { useTrader } from '../../support/trader.ts';
import { DEPTH } from '../../support/effort.ts';

const ofRate = (warnings: string[] = []): string[] => warnings.filter(one => one.startsWith('exchangeRate:'));

const {
  scope,
  request,
  post,
  put,
  act,
  invoiceBody,
  draft,
  issued,
  inForce,
  xmlOf,
  become,
  creditBody,
  sendCredit,
  creditDraft,
} = useTrader();
/** An invoice in EUR at a rate of its own. */
const parent = {} as Invoice;

beforeAll(async () => {
  Object.assign(parent, await issued({ currency: 'EUR', exchangeRate: 5.0812 }));
});

const create = async (overrides: object): Promise<InvoiceWithValidation> => (await post(invoiceBody(overrides))).body;
const change = async (id: string, changes: object): Promise<InvoiceWithValidation> => (await put(id, changes)).body;

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

  it.runIf(DEPTH)('a credit note that is replaced without one; one that states its rate keeps it', async () => {
    const note = await creditDraft(parent, { currency: 'EUR', exchangeRate: 4.9 });
    expect(note.exchangeRate).toBe(4.9);
    const { body } = await sendCredit(creditBody(parent, { currency: 'EUR' }), note.id);
    expect(body.exchangeRate).toBe(5.0812);
  });

  it.runIf(DEPTH)('a draft in the currency of the parent that it gets, or to whose currency it changes', async () => {
    const { id } = await draft({ currency: 'EUR' });
    expect((await change(id, { parentDocumentId: parent.id })).invoice.exchangeRate).toBe(5.0812);
    const other = await draft({ parentDocumentId: parent.id });
    expect((await change(other.id, { currency: 'EUR' })).invoice.exchangeRate).toBe(5.0812);
    expect((await change(other.id, { exchangeRate: 5.1 })).invoice.exchangeRate).toBe(5.1);
    expect((await change(other.id, { notes: 'x' })).invoice.exchangeRate).toBe(5.1);
    expect((await change(other.id, { exchangeRate: null })).invoice.exchangeRate).toBe(5.0812);
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

  it.runIf(DEPTH)('a credit note on an invoice without a rate gets a warning, and is not issued', async () => {
    const old = await inForce({ currency: 'EUR' });
    const note = await creditDraft(old, { currency: 'EUR' });
    expect([note.exchangeRate, ofRate(note.warnings).length]).toEqual([1, 1]);
    const replaced = await sendCredit(creditBody(old, { currency: 'EUR' }), note.id);
    expect(ofRate(replaced.body.warnings)).toHaveLength(1);
    const { status, body } = await act(note.id, 'issue');
    expect([status, Object.keys(body.error.details)]).toEqual([422, ['exchangeRate']]);
  });

  it.runIf(DEPTH)('a rejected invoice is not corrected to a rate of 1', async () => {
    const invoice = await issued({ currency: 'EUR', exchangeRate: 5.05 });
    await become(invoice.id, { status: 'rejected' });
    const answer = await request<Refusal>('PUT', `/invoices/${invoice.id}`, { exchangeRate: 1 });
    expect([answer.status, Object.keys(answer.body.error.details)]).toEqual([422, ['exchangeRate']]);
  });

  it.runIf(DEPTH)('in RON 1 is the rate', async () => {
    const { invoice, validation } = await create({});
    expect([invoice.exchangeRate, ofRate(validation.warnings)]).toEqual([1, []]);
    expect((await act(invoice.id, 'issue')).status).toBe(200);
  });
});
