import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { handler as create } from '../../../functions/proforma-invoices/create.ts';
import { handler as list } from '../../../functions/proforma-invoices/list.ts';
import { proformaBody } from '../../support/proformas.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { refusedFieldsOf } from '../../support/refused/fields.ts';

const scope = { token: '', company: companyScope(''), clientId: randomUUID(), seriesId: randomUUID(), vat21: randomUUID() };
const refused = (overrides: object) => refusedFieldsOf(create, { body: proformaBody(scope, overrides) });
const line = (overrides: object) => ({ description: 'x', quantity: 1, unitPrice: '1', vatRateId: randomUUID(), ...overrides });

describe('POST /proforma-invoices: 400 (PRO-5)', () => {
  it('accepts valid requests', async () => {
    expect(await refused({})).toBeUndefined();
  });

  it.each(['clientId', 'seriesId', 'issueDate', 'dueDate', 'validUntil', 'currency', 'lines'])('without %s', async field => {
    expect(await refused({ [field]: undefined })).toEqual([400, 'bad_request', [field]]);
  });

  it.each(['description', 'quantity', 'unitPrice', 'vatRateId'])('for a line without %s', async field => {
    expect(await refused({ lines: [line({ [field]: undefined })] })).toEqual([400, 'bad_request', [`lines.0.${field}`]]);
  });
});

describe('GET /proforma-invoices: 422 with the parameter', () => {
  it.each([
    ['status=paid', 'status'],
    ['sort=client', 'sort'],
    ['order=up', 'order'],
    ['from=yesterday', 'from'],
    ['from=2026-02-02&to=2026-02-01', 'from'],
    ['page=0', 'page'],
    ['limit=x', 'limit'],
  ])('%s', async (query, field) => {
    expect(await refusedFieldsOf(list, { query })).toEqual([422, 'validation_error', [field]]);
  });
});
