import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { handler as create } from '../../../functions/invoices/create.ts';
import { handler as update } from '../../../functions/invoices/update.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { creditBody } from '../../support/credit-notes.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { refusedFieldsOf } from '../../support/refused/fields.ts';

const scope = {
  token: '',
  company: companyScope(''),
  clientId: randomUUID(),
  seriesId: randomUUID(),
  vat21: randomUUID(),
  vat11: randomUUID(),
};
const refused = (overrides: object, endpoint = create) =>
  refusedFieldsOf(endpoint, { body: creditBody(scope, { id: randomUUID() }, { issueDate: today(), ...overrides }) });

describe('an invalid credit note: 400 (CRN-6 to CRN-18)', () => {
  it('accepts valid requests', async () => {
    expect(await refused({})).toBeUndefined();
    expect(await refused({}, update)).toBeUndefined();
    expect(await refused({ idempotencyKey: 'k'.repeat(255), invoiceTypeCode: '3'.repeat(20) })).toBeUndefined();
  });

  it.each<[string, object, string]>([
    ['no direction', { direction: undefined }, 'direction'],
    ['another direction', { direction: 'incoming' }, 'direction'],
    ['no parent', { parentDocumentId: undefined }, 'parentDocumentId'],
    ['no client', { clientId: undefined }, 'clientId'],
    ['no series', { seriesId: undefined }, 'seriesId'],
    ['no issueDate', { issueDate: undefined }, 'issueDate'],
    ['no dueDate', { dueDate: undefined }, 'dueDate'],
    ['no currency', { currency: undefined }, 'currency'],
    ['no lines', { lines: undefined }, 'lines'],
    ['rule 4 of update: empty lines', { lines: [] }, 'lines'],
    ['a line without description', { lines: [{ quantity: -1, unitPrice: 1, vatRateId: randomUUID() }] }, 'lines.0.description'],
    ['a line without quantity', { lines: [{ description: 'x', unitPrice: 1, vatRateId: randomUUID() }] }, 'lines.0.quantity'],
    ['a line without price', { lines: [{ description: 'x', quantity: -1, vatRateId: randomUUID() }] }, 'lines.0.unitPrice'],
    ['a line without VAT rate', { lines: [{ description: 'x', quantity: -1, unitPrice: 1 }] }, 'lines.0.vatRateId'],
    ['isCreditNote as text', { isCreditNote: 'true' }, 'isCreditNote'],
    ['too long a key', { idempotencyKey: 'k'.repeat(256) }, 'idempotencyKey'],
    ['too long a type', { invoiceTypeCode: '3'.repeat(21) }, 'invoiceTypeCode'],
    ['another document type', { documentType: 'proforma' }, 'documentType'],
  ])('%s', async (_, overrides, field) => {
    expect(await refused(overrides)).toEqual([400, 'bad_request', [field]]);
    expect(await refused(overrides, update)).toEqual([400, 'bad_request', [field]]);
  });
});
