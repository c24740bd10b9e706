import { describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import type { InvoiceList, Series } from '../../support/contract.ts';
import { refusedFields } from '../../support/refusals.ts';
import { useTrader } from '../../support/trader.ts';

const line = (overrides: object = {}) => ({ description: 'Masă', quantity: 1, unitPrice: 100, vatRate: 21, ...overrides });

const { service, scope, request, post, invoiceBody } = useTrader();

/** The response's status, code and the fields that `details` names. */
const refused = async (overrides: object) => refusedFields(await post(invoiceBody(overrides)));

async function created(overrides: object = {}) {
  const answer = await post(invoiceBody(overrides));
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

it('an invalid body: 400 with the field, and nothing is stored', async () => {
  const count = async () => (await request<InvoiceList>('GET', '/invoices')).body.total;
  const before = await count();
  expect(await refused({ lines: [line(), line({ description: '  ' })] })).toEqual([400, 'bad_request', ['lines.1.description']]);
  expect(await count()).toBe(before);
});

it('an exponent number: 400', async () => {
  const body = JSON.stringify({ issueDate: today(), lines: [line({ unitPrice: 7 })] }).replace(':7,', ':7e2,');
  const sent = { ...scope, body, headers: { 'content-type': 'application/json' } };
  expect(await service().api('POST', '/api/v1/invoices', sent)).toMatchObject({
    status: 400,
    body: { error: { code: 'bad_request' } },
  });
});

it('a client that was deleted: 404 (REC-22)', async () => {
  const { id } = await service().newClient(scope, { name: 'Gone SRL', cui: 'RO99887766' });
  await request('DELETE', `/clients/${id}`);
  expect((await refused({ clientId: id }))[0]).toBe(404);
});

describe('values that no document may have: 422 with the field', () => {
  it('a quantity of 0', async () => {
    expect(await refused({ lines: [line({ quantity: 0 })] })).toEqual([422, 'validation_error', ['lines.0.quantity']]);
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
});
