import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import type { InvoiceList, Refusal, Series, VatRate } from '../../support/contract.ts';
import { refusedFields } from '../../support/refusals.ts';
import { useTrader } from '../../support/trader.ts';
import { LONG } from '../../support/effort.ts';

const line = (overrides: object = {}) => ({ description: 'Masă', quantity: 1, unitPrice: 100, vatRate: 21, ...overrides });

const { service, scope, request, post, act, invoiceBody, draft, newTrader } = useTrader();

/** The response's status, code and the fields that `details` names. */
const refused = async (overrides: object) => refusedFields(await post(invoiceBody(overrides)));

async function created(overrides: object = {}) {
  const answer = await post(invoiceBody(overrides));
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

describe('an invalid body: 400', () => {
  it.each<[string, object, string[]]>([
    ['no issueDate', { issueDate: undefined }, ['issueDate']],
    ['a line with a blank description', { lines: [line(), line({ description: '  ' })] }, ['lines.1.description']],
  ])('%s', async (_, overrides, fields) => {
    expect(await refused(overrides)).toEqual([400, 'bad_request', fields]);
  });

  it.each([
    ['text that is no JSON', '{"issueDate":'],
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

  it('nothing of it is stored', async () => {
    const count = async () => (await request<InvoiceList>('GET', '/invoices')).body.total;
    const before = await count();
    await refused({ lines: [] });
    await refused({ lines: [line({ quantity: 0 })] });
    expect(await count()).toBe(before);
  });
});

describe('unknown records: 404', () => {
  it('a client, series, VAT rate, product or parent that does not exist', async () => {
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

  it('a client that was deleted (REC-22)', async () => {
    const { id } = await service().newClient(scope, { name: 'Gone SRL', cui: 'RO99887766' });
    await request('DELETE', `/clients/${id}`);
    expect((await refused({ clientId: id }))[0]).toBe(404);
  });
});

describe('values that no document may have: 422 with the field', () => {
  it.each<[string, object, string[]]>([
    ['a quantity of 0', { lines: [line({ quantity: 0 })] }, ['lines.0.quantity']],
    ['an unknown currency', { currency: 'XXQ' }, ['currency']],
  ])('%s', async (_, overrides, fields) => {
    expect(await refused(overrides)).toEqual([422, 'validation_error', fields]);
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

  it('a parent that has no number, or is cancelled', async () => {
    const parent = await draft();
    expect(await refused({ parentDocumentId: parent.id })).toEqual([422, 'validation_error', ['parentDocumentId']]);
    await act(parent.id, 'cancel', { reason: 'Not needed any more' });
    expect(await refused({ parentDocumentId: parent.id })).toEqual([422, 'validation_error', ['parentDocumentId']]);
  });
});

describe.runIf(LONG)('unknown records: 404', () => {
  it('a client, series, parent or VAT rate of another company', async () => {
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
});
