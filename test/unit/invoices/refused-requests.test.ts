import { describe, expect, it } from 'vitest';
import { handler as cancel } from '../../../functions/invoices/cancel.ts';
import { handler as create } from '../../../functions/invoices/create.ts';
import { handler as list } from '../../../functions/invoices/list.ts';
import { handler as update } from '../../../functions/invoices/update.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { refusedFieldsOf } from '../../support/refused/fields.ts';
import { refusedRequest } from '../../support/refused/request.ts';

const line = (overrides: object = {}) => ({ description: 'Masă', quantity: 1, unitPrice: 100, vatRate: 21, ...overrides });
const invoiceBody = (overrides: object) => ({ issueDate: today(), dueDate: today(), lines: [line()], ...overrides });

const OLDER = { number: 'VECHI 7', issueDate: '2024-12-30' };

it('accepts valid requests', async () => {
  expect(await refusedRequest(create, { body: invoiceBody({}) })).toBeUndefined();
  expect(await refusedRequest(update, { body: { notes: 'x' } })).toBeUndefined();
  expect(await refusedRequest(list, { query: 'status=draft,issued&limit=5' })).toBeUndefined();
});

describe('POST /invoices: an invalid body: 400 with the field', () => {
  it.each<[string, object, string[]]>([
    ['no issueDate', { issueDate: undefined }, ['issueDate']],
    ['an invalid date', { issueDate: '2026-02-30' }, ['issueDate']],
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
    [
      'a code of 41 characters',
      { ublExtensions: { taxExemptionReasonCode: 'V'.repeat(41) } },
      ['ublExtensions.taxExemptionReasonCode'],
    ],
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
      'an unknown country',
      { lines: [line({ ublExtensions: { originCountry: 'QQ' } })] },
      ['lines.0.ublExtensions.originCountry'],
    ],
    ['1,001 lines', { lines: Array(1001).fill(line()) }, ['lines']],
    ['an unknown document type', { documentType: 'proforma' }, ['documentType']],
    ['text for isCreditNote', { isCreditNote: 'true' }, ['isCreditNote']],
    ['precedingInvoices that are no list', { precedingInvoices: OLDER }, ['precedingInvoices']],
    ['one without number', { precedingInvoices: [{ issueDate: '2024-12-30' }] }, ['precedingInvoices.0.number']],
    [
      'one with a number of 201 characters',
      { precedingInvoices: [{ ...OLDER, number: 'x'.repeat(201) }] },
      ['precedingInvoices.0.number'],
    ],
    ['one without date', { precedingInvoices: [OLDER, { number: '7' }] }, ['precedingInvoices.1.issueDate']],
    [
      'one with an invalid date',
      { precedingInvoices: [{ ...OLDER, issueDate: '2024-02-30' }] },
      ['precedingInvoices.0.issueDate'],
    ],
    ['101 entries', { precedingInvoices: Array(101).fill(OLDER) }, ['precedingInvoices']],
  ])('%s', async (_, overrides, fields) => {
    expect(await refusedFieldsOf(create, { body: invoiceBody(overrides) })).toEqual([400, 'bad_request', fields]);
  });

  it.each([
    ['an array', []],
    ['a text', 'invoice'],
  ])('%s', async (_, body) => {
    expect(await refusedFieldsOf(create, { body })).toEqual([400, 'bad_request', []]);
  });
});

describe('PUT /invoices/{uuid}: an invalid body: 400 with the field', () => {
  it.each<[string, object, string[]]>([
    ['empty lines', { lines: [] }, ['lines']],
    ['lines: null', { lines: null }, ['lines']],
    ['issueDate: null', { issueDate: null }, ['issueDate']],
    ['a line without description', { lines: [{ quantity: 1, unitPrice: 1 }] }, ['lines.0.description']],
    ['a line without price', { lines: [{ quantity: 1, description: 'x' }] }, ['lines.0.unitPrice']],
    ['a wrong type', { notes: 5 }, ['notes']],
    ['neither an invoice nor a credit note', { isCreditNote: 'yes' }, ['isCreditNote']],
    ['another document type', { documentType: 'proforma' }, ['documentType']],
  ])('%s', async (_, body, fields) => {
    expect(await refusedFieldsOf(update, { body })).toEqual([400, 'bad_request', fields]);
  });
});

describe('POST /invoices/{uuid}/cancel: 400', () => {
  it.each([10, 500])('not for a reason of %i characters', async length => {
    expect(await refusedFieldsOf(cancel, { body: { reason: 'x'.repeat(length) } })).toBeUndefined();
  });

  it.each<[string, object]>([
    ['none', {}],
    ['null', { reason: null }],
    ['a number', { reason: 1234567890 }],
    ['9 characters', { reason: '123456789' }],
    ['9 characters among blanks', { reason: '  123456789  ' }],
    ['501 characters', { reason: 'x'.repeat(501) }],
  ])('for a reason of %s', async (_, body) => {
    expect(await refusedFieldsOf(cancel, { body })).toEqual([400, 'bad_request', ['reason']]);
  });
});

describe('GET /invoices: an invalid query: 422 with the parameter', () => {
  it.each([
    ['status', 'open'],
    ['status', 'draft,open'],
    ['direction', 'sideways'],
    ['sort', 'client'],
    ['order', 'up'],
    ['isCreditNote', 'yes'],
    ['isPaid', '1'],
    ['isOverdue', 'maybe'],
    ['taxauthLate', 'maybe'],
    ['taxauthDeadlineBefore', '30.11.2026'],
    ['includeTotals', 'all'],
    ['from', '2026-02-30'],
    ['to', 'today'],
    ['clientId', '12'],
    ['supplierId', 'x'],
    ['parentDocumentId', 'x'],
    ['currency', 'QQQ'],
    ['totalMin', 'ten'],
    ['totalMax', '1e3'],
    ['page', '0'],
    ['page', '1.5'],
    ['limit', '0'],
    ['limit', '-1'],
    ['limit', 'all'],
    ['search', 'x'.repeat(201)],
  ])('%s=%s', async (name, value) => {
    const query = new URLSearchParams({ [name]: value }).toString();
    expect(await refusedFieldsOf(list, { query })).toEqual([422, 'validation_error', [name]]);
  });

  it('from after to', async () => {
    const answer = await refusedRequest(list, { query: 'from=2026-02-02&to=2026-02-01' });
    expect([answer?.status, answer?.details]).toEqual([422, { from: ['must not be after to'] }]);
  });
});
