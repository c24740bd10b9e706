import { beforeAll, describe, expect, it } from 'vitest';
import type { Invoice, InvoiceWithValidation, Refusal } from '../../support/contract.ts';
import { creditBody, creditDraft, type Crediting, crediting, sendCredit } from '../../support/credit-notes.ts';
import { become, call, draft, inForce, invoiceBody, issued, post, xmlOf } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';

const service = useService();
let scope: Crediting;
/** An invoice in EUR at a rate of its own. */
let parent: Invoice;

beforeAll(async () => {
  scope = await crediting(service());
  parent = await issued(service(), scope, { clientId: scope.clientId, currency: 'EUR', exchangeRate: 5.0812 });
});

const create = async (overrides: object): Promise<InvoiceWithValidation> =>
  (await post(service(), scope, invoiceBody(scope.clientId, overrides))).body;
const put = async (id: string, changes: object): Promise<InvoiceWithValidation> =>
  (await call<InvoiceWithValidation>(service(), scope, 'PUT', `/invoices/${id}`, changes)).body;
const issue = (id: string) => call<Invoice & Refusal>(service(), scope, 'POST', `/invoices/${id}/issue`);
const ofRate = (warnings: string[] = []): string[] => warnings.filter(one => one.startsWith('exchangeRate:'));
const rateLine = (quantity: number) => [{ description: 'Retur', quantity, unitPrice: 33.33, vatRateId: scope.vat21 }];

describe('A document without exchangeRate takes its parent\'s (decisions "Exchange rate")', () => {
  it('a credit note, whose VAT in lei is at the rate of the credited invoice', async () => {
    const note = await creditDraft(service(), scope, parent, { currency: 'EUR', lines: rateLine(-1) });
    expect([note.exchangeRate, note.warnings]).toEqual([5.0812, undefined]);
    expect((await issue(note.id)).status).toBe(200);
    expect(await xmlOf(service(), scope, note.id)).toContain('<cbc:TaxAmount currencyID="RON">35.57</cbc:TaxAmount>');
  });

  it('a credit note that is replaced without one; one that states its rate keeps that', async () => {
    const note = await creditDraft(service(), scope, parent, { currency: 'EUR', exchangeRate: 4.9 });
    expect(note.exchangeRate).toBe(4.9);
    const { body } = await sendCredit(service(), scope, creditBody(scope, parent, { currency: 'EUR' }), note.id);
    expect(body.exchangeRate).toBe(5.0812);
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

  it('a draft in the currency of the parent that it gets, or to whose currency it changes', async () => {
    const { id } = await draft(service(), scope, { clientId: scope.clientId, currency: 'EUR' });
    expect((await put(id, { parentDocumentId: parent.id })).invoice.exchangeRate).toBe(5.0812);
    const other = await draft(service(), scope, { clientId: scope.clientId, parentDocumentId: parent.id });
    expect((await put(other.id, { currency: 'EUR' })).invoice.exchangeRate).toBe(5.0812);
    expect((await put(other.id, { exchangeRate: 5.1 })).invoice.exchangeRate).toBe(5.1);
    expect((await put(other.id, { notes: 'x' })).invoice.exchangeRate).toBe(5.1);
    expect((await put(other.id, { exchangeRate: null })).invoice.exchangeRate).toBe(5.0812);
  });
});

describe('Without any rate: 1 with a warning, and no issue', () => {
  it('create, update and validate warn; issue answers 422 at exchangeRate', async () => {
    const { invoice, validation } = await create({ currency: 'EUR' });
    expect([invoice.exchangeRate, validation.valid, ofRate(validation.warnings).length]).toEqual([1, true, 1]);
    expect(ofRate((await put(invoice.id, { notes: 'x' })).validation.warnings)).toHaveLength(1);
    for (const mode of ['quick', 'full']) {
      const answer = await call<{ warnings: string[] }>(
        service(),
        scope,
        'POST',
        `/invoices/${invoice.id}/validate?mode=${mode}`,
      );
      expect(ofRate(answer.body.warnings)).toHaveLength(1);
    }
    const { status, body } = await issue(invoice.id);
    expect([status, body.error.code, Object.keys(body.error.details)]).toEqual([422, 'validation_error', ['exchangeRate']]);
    await put(invoice.id, { exchangeRate: 5.07 });
    expect((await issue(invoice.id)).body).toMatchObject({ status: 'issued', exchangeRate: 5.07 });
  });

  it('a rate of exactly 1 is none, also when it is stated', async () => {
    const { id } = await draft(service(), scope, { clientId: scope.clientId, currency: 'EUR', exchangeRate: '1.000' });
    expect((await issue(id)).status).toBe(422);
    expect((await call(service(), scope, 'POST', `/invoices/${id}/upload`)).status).toBe(422);
  });

  it('a credit note on an invoice that has none warns, and is not issued', async () => {
    const old = await inForce(service(), scope, { clientId: scope.clientId, currency: 'EUR' });
    const note = await creditDraft(service(), scope, old, { currency: 'EUR' });
    expect([note.exchangeRate, ofRate(note.warnings).length]).toEqual([1, 1]);
    const replaced = await sendCredit(service(), scope, creditBody(scope, old, { currency: 'EUR' }), note.id);
    expect(ofRate(replaced.body.warnings)).toHaveLength(1);
    const { status, body } = await issue(note.id);
    expect([status, Object.keys(body.error.details)]).toEqual([422, ['exchangeRate']]);
  });

  it('a refused invoice is not corrected to a rate of 1', async () => {
    const invoice = await issued(service(), scope, { clientId: scope.clientId, currency: 'EUR', exchangeRate: 5.05 });
    await become(scope, invoice.id, { status: 'rejected' });
    const answer = await call<Refusal>(service(), scope, 'PUT', `/invoices/${invoice.id}`, { exchangeRate: 1 });
    expect([answer.status, Object.keys(answer.body.error.details)]).toEqual([422, ['exchangeRate']]);
  });

  it('in RON 1 is the rate', async () => {
    const { invoice, validation } = await create({});
    expect([invoice.exchangeRate, ofRate(validation.warnings)]).toEqual([1, []]);
    expect((await issue(invoice.id)).status).toBe(200);
  });
});
