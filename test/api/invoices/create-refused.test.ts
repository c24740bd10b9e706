import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { today } from '../../../shared/kernel/clock.ts';
import type { InvoiceList, Refusal, Series, VatRate } from '../../support/contract.ts';
import { refusedFields } from '../../support/refusals.ts';
import { useTrader } from '../../support/trader.ts';

const { service, scope, request, post, act, invoiceBody, draft, newTrader } = useTrader();

const line = (overrides: object = {}) => ({ description: 'Masă', quantity: 1, unitPrice: 100, vatRate: 21, ...overrides });

async function created(overrides: object = {}) {
  const answer = await post(invoiceBody(overrides));
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

/** The answer's status, code and the fields that `details` names. */
const refused = async (overrides: object) => refusedFields(await post(invoiceBody(overrides)));

describe('A body of the wrong form: 400', () => {
  it.each<[string, object, string[]]>([
    ['no issueDate', { issueDate: undefined }, ['issueDate']],
    ['a date that is none', { issueDate: '2026-02-30' }, ['issueDate']],
    ['an instant for a date', { issueDate: '2026-02-03T00:00:00Z' }, ['issueDate']],
    ['no lines', { lines: undefined }, ['lines']],
    ['empty lines', { lines: [] }, ['lines']],
    ['lines that are no array', { lines: {} }, ['lines']],
    ['a line without description', { lines: [line({ description: undefined })] }, ['lines.0.description']],
    ['a line with a blank description', { lines: [line(), line({ description: '  ' })] }, ['lines.1.description']],
    ['a line without quantity', { lines: [line({ quantity: undefined })] }, ['lines.0.quantity']],
    ['a line without price', { lines: [line({ unitPrice: null })] }, ['lines.0.unitPrice']],
    ['a quantity that is no number', { lines: [line({ quantity: 'two' })] }, ['lines.0.quantity']],
    ['a comma', { lines: [line({ unitPrice: '1,50' })] }, ['lines.0.unitPrice']],
    ['an exponent as text', { lines: [line({ unitPrice: '1e2' })] }, ['lines.0.unitPrice']],
    ['NaN', { lines: [line({ unitPrice: 'NaN' })] }, ['lines.0.unitPrice']],
    ['a number of a thousand digits', { lines: [line({ unitPrice: '9'.repeat(1000) })] }, ['lines.0.unitPrice']],
    ['an unknown category', { lines: [line({ vatCategoryCode: 'X' })] }, ['lines.0.vatCategoryCode']],
    ['a client id that is no UUID', { clientId: '12' }, ['clientId']],
    ['a number for text', { notes: 5 }, ['notes']],
    ['text for a flag', { platitorTva: 'yes' }, ['platitorTva']],
    ['an unknown payment method', { paymentMethod: 'barter' }, ['paymentMethod']],
    ['an unknown language', { language: 'it' }, ['language']],
    ['an idempotencyKey of 256 characters', { idempotencyKey: 'k'.repeat(256) }, ['idempotencyKey']],
    [
      '21 document allowances',
      {
        ublExtensions: {
          allowanceCharges: Array(21).fill({ chargeIndicator: false, amount: '1', taxCategoryCode: 'S', taxRate: '21' }),
        },
      },
      ['ublExtensions.allowanceCharges'],
    ],
    ['a negative prepaidAmount', { ublExtensions: { prepaidAmount: '-1' } }, ['ublExtensions.prepaidAmount']],
    [
      '11 references',
      { ublExtensions: { additionalDocumentReferences: Array(11).fill({ id: 'A' }) } },
      ['ublExtensions.additionalDocumentReferences'],
    ],
    [
      'a reference without id',
      { ublExtensions: { additionalDocumentReferences: [{ documentTypeCode: '130' }] } },
      ['ublExtensions.additionalDocumentReferences.0.id'],
    ],
    [
      'a reference id of 201 characters',
      { ublExtensions: { additionalDocumentReferences: [{ id: 'x'.repeat(201) }] } },
      ['ublExtensions.additionalDocumentReferences.0.id'],
    ],
    [
      '11 line allowances',
      { lines: [line({ ublExtensions: { allowanceCharges: Array(11).fill({ chargeIndicator: false, amount: '1' }) } })] },
      ['lines.0.ublExtensions.allowanceCharges'],
    ],
    [
      '21 item properties',
      { lines: [line({ ublExtensions: { additionalItemProperties: Array(21).fill({ name: 'a', value: 'b' }) } })] },
      ['lines.0.ublExtensions.additionalItemProperties'],
    ],
    [
      'an item property longer than 50 and 100 characters',
      { lines: [line({ ublExtensions: { additionalItemProperties: [{ name: 'n'.repeat(51), value: 'v'.repeat(101) }] } })] },
      ['lines.0.ublExtensions.additionalItemProperties.0.name', 'lines.0.ublExtensions.additionalItemProperties.0.value'],
    ],
    [
      'a country that there is not',
      { lines: [line({ ublExtensions: { originCountry: 'QQ' } })] },
      ['lines.0.ublExtensions.originCountry'],
    ],
  ])('%s', async (_, overrides, fields) => {
    expect(await refused(overrides)).toEqual([400, 'bad_request', fields]);
  });

  it.each([
    ['text that is no JSON', '{"issueDate":'],
    ['an array', '[]'],
    ['a JSON text', '"invoice"'],
    ['an exponent number', JSON.stringify({ issueDate: today(), lines: [line({ unitPrice: 7 })] }).replace(':7,', ':7e2,')],
  ])('%s', async (_, raw) => {
    const answer = await service().api('POST', '/api/v1/invoices', {
      ...scope,
      body: raw,
      headers: { 'content-type': 'application/json' },
    });
    expect([answer.status, (answer.body as Refusal).error.code]).toEqual([400, 'bad_request']);
  });

  it('another content type than JSON', async () => {
    const answer = await service().api('POST', '/api/v1/invoices', {
      ...scope,
      body: JSON.stringify(invoiceBody()),
      headers: { 'content-type': 'text/plain' },
    });
    expect([answer.status, (answer.body as Refusal).error.code]).toEqual([400, 'bad_request']);
  });

  it('what is neither an invoice nor a credit note', async () => {
    expect(await refused({ documentType: 'proforma' })).toEqual([400, 'bad_request', ['documentType']]);
    expect(await refused({ isCreditNote: 'true' })).toEqual([400, 'bad_request', ['isCreditNote']]);
  });

  it('nothing of it is stored', async () => {
    const count = async () => (await request<InvoiceList>('GET', '/invoices')).body.total;
    const before = await count();
    await refused({ lines: [] });
    await refused({ lines: [line({ quantity: 0 })] });
    expect(await count()).toBe(before);
  });
});

describe('What the company does not have: 404', () => {
  it('a client, series, VAT rate, product or parent that nobody has', async () => {
    const unknown = randomUUID();
    for (const overrides of [
      { clientId: unknown },
      { documentSeriesId: unknown },
      { parentDocumentId: unknown },
      { lines: [line({ vatRateId: unknown })] },
      { lines: [line({ productId: unknown })] },
    ]) {
      const [status, code] = await refused(overrides);
      expect([status, code], JSON.stringify(overrides)).toEqual([404, 'not_found']);
    }
  });

  it('or that another company has', async () => {
    const other = await newTrader();
    const series = (await other.request<Series[]>('GET', '/document-series?type=invoice')).body[0];
    const rate = (await other.request<VatRate[]>('GET', '/vat-rates')).body[0];
    const parent = await other.issued();
    for (const overrides of [
      { clientId: other.scope.clientId },
      { documentSeriesId: series?.id },
      { parentDocumentId: parent.id },
      { lines: [line({ vatRateId: rate?.id })] },
    ]) {
      const [status, code] = await refused(overrides);
      expect([status, code], JSON.stringify(overrides)).toEqual([404, 'not_found']);
    }
  });

  it('a client that was deleted (completions-accounts §10)', async () => {
    const { id } = await service().newClient(scope, { name: 'Gone SRL', cui: 'RO99887766' });
    await request('DELETE', `/clients/${id}`);
    expect((await refused({ clientId: id }))[0]).toBe(404);
  });
});

describe('Values that no document may hold: 422 with the field', () => {
  const big = '10000000000';
  it.each<[string, object, string[]]>([
    ['a quantity of 0', { lines: [line({ quantity: 0 })] }, ['lines.0.quantity']],
    ['a negative price', { lines: [line({ unitPrice: -1 })] }, ['lines.0.unitPrice']],
    ['both discounts', { lines: [line({ discount: 1, discountPercent: 5 })] }, ['lines.0.discount']],
    ['five decimals', { lines: [line({ quantity: 1.00001, unitPrice: '2.00001' })] }, ['lines.0.quantity', 'lines.0.unitPrice']],
    ['a tiny price', { lines: [line({ unitPrice: '0.0000001' })] }, ['lines.0.unitPrice']],
    ['a quantity out of bounds', { lines: [line({ quantity: '100000000', unitPrice: 1 })] }, ['lines.0.quantity']],
    ['a price out of bounds', { lines: [line({ unitPrice: big })] }, ['lines.0.unitPrice', 'lines.0.quantity']],
    ['a line value out of bounds', { lines: [line({ quantity: 1000, unitPrice: 99999999 })] }, ['lines.0.quantity']],
    ['a total out of bounds', { lines: Array(2).fill(line({ unitPrice: '9000000000' })) }, ['lines']],
    [
      'a total in lei out of bounds',
      { currency: 'EUR', exchangeRate: 5, lines: [line({ unitPrice: '2000000000' })] },
      ['exchangeRate'],
    ],
    ['a rate above 100', { lines: [line({ vatRate: 100.5 })] }, ['lines.0.vatRate']],
    ['a negative rate', { lines: [line({ vatRate: -1 })] }, ['lines.0.vatRate']],
    ['a rate of three decimals', { lines: [line({ vatRate: '21.005' })] }, ['lines.0.vatRate']],
    ['a discount above the line', { lines: [line({ discount: 100.01 })] }, ['lines.0.discount']],
    ['a negative discount', { lines: [line({ discount: -1 })] }, ['lines.0.discount']],
    ['a discount of three decimals', { lines: [line({ discount: 1.005 })] }, ['lines.0.discount']],
    ['a percentage above 100', { lines: [line({ discountPercent: 101 })] }, ['lines.0.discountPercent']],
    ['an unknown currency', { currency: 'XXQ' }, ['currency']],
    ['a currency that is no code', { currency: 'lei' }, ['currency']],
    ['a type code that is none', { invoiceTypeCode: 'invoice' }, ['invoiceTypeCode']],
    ['an exchange rate of 0', { currency: 'EUR', exchangeRate: 0 }, ['exchangeRate']],
    ['an exchange rate of seven decimals', { currency: 'EUR', exchangeRate: '4.1234567' }, ['exchangeRate']],
    ['an exchange rate for RON', { exchangeRate: 5 }, ['exchangeRate']],
    ['a client balance of three decimals', { clientBalanceExisting: '1.005' }, ['clientBalanceExisting']],
    ['a penalty above 100 % a day', { penaltyPercentPerDay: 101 }, ['penaltyPercentPerDay']],
    [
      'an allowance of three decimals',
      {
        ublExtensions: {
          allowanceCharges: [{ chargeIndicator: false, amount: '1.005', taxCategoryCode: 'S', taxRate: '21' }],
        },
      },
      ['ublExtensions.allowanceCharges.0.amount'],
    ],
  ])('%s', async (_, overrides, fields) => {
    expect(await refused(overrides)).toEqual([422, 'validation_error', fields]);
  });

  it('every violation of every line is told at once', async () => {
    const [, , fields] = await refused({ lines: [line({ quantity: 0 }), line(), line({ unitPrice: -1, vatRate: 200 })] });
    expect(fields).toEqual(['lines.0.quantity', 'lines.2.unitPrice', 'lines.2.vatRate']);
  });

  it('a series that is inactive, or of another type', async () => {
    const add = (fields: object) => request<Series>('POST', '/document-series', { type: 'invoice', active: true, ...fields });
    const [inactive, proforma, own] = await Promise.all([
      add({ prefix: 'OFF', active: false }),
      add({ prefix: 'PF', type: 'proforma' }),
      add({ prefix: 'OWN' }),
    ]);
    expect(await refused({ documentSeriesId: inactive.body.id })).toEqual([422, 'validation_error', ['documentSeriesId']]);
    expect(await refused({ documentSeriesId: proforma.body.id })).toEqual([422, 'validation_error', ['documentSeriesId']]);
    expect((await created({ documentSeriesId: own.body.id })).invoice).toMatchObject({
      series: { id: own.body.id, prefix: 'OWN' },
    });
  });

  it('a parent that has no number, or is void', async () => {
    const parent = await draft();
    expect(await refused({ parentDocumentId: parent.id })).toEqual([422, 'validation_error', ['parentDocumentId']]);
    await act(parent.id, 'cancel', { reason: 'Not needed any more' });
    expect(await refused({ parentDocumentId: parent.id })).toEqual([422, 'validation_error', ['parentDocumentId']]);
  });
});
