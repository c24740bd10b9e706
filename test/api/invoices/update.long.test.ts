import { describe, expect, it } from 'vitest';
import type { InvoiceList, Series } from '../../support/contract.ts';
import { FIELDS } from '../../support/invoice-fields.ts';
import { updateCalls, line } from './update-calls.ts';

const { service, scope, request, put, draft, detailOf, newTrader, changed } = updateCalls();

describe('PUT changes the fields that it names (INV-26 to INV-33)', () => {
  it('every field can be set separately', async () => {
    const { id } = await draft();
    for (const [field, value] of Object.entries({ ...FIELDS, receiverCif: 'RO111222', exchangeRate: 1 })) {
      const after = await changed(id, { [field]: value });
      expect(after).toHaveProperty(field, value);
    }
  });

  it('a thousand long lines are replaced by one, and one by a thousand', async () => {
    const many = Array.from({ length: 900 }, (_, place) => line({ description: `${place} ${'x'.repeat(900)}` }));
    const { id } = await draft({ lines: many });
    await changed(id, { lines: [line()] });
    expect((await detailOf(id)).lines).toHaveLength(1);
    await changed(id, { lines: many });
    const lines = (await detailOf(id)).lines as { description: string }[];
    expect(lines.map(one => one.description)).toEqual(many.map(one => one.description));
  });

  it('the buyer: another client, the same one read again, a receiver, or none', async () => {
    const { id } = await draft();
    const other = await service().newClient(scope, { name: 'Alt client SRL', cui: 'RO14399840' });
    expect(await changed(id, { clientId: other.id })).toMatchObject({ client: { id: other.id, name: 'Alt client SRL' } });
    await request('PATCH', `/clients/${other.id}`, { phone: '0700' });
    expect(await changed(id, { notes: 'x' })).toMatchObject({ client: { phone: null } });
    expect(await changed(id, { clientId: other.id })).toMatchObject({ client: { phone: '0700' } });
    expect(await changed(id, { clientId: null, receiverName: 'Ion Pop' })).toMatchObject({
      client: null,
      receiverName: 'Ion Pop',
    });
    const answer = await put(id, { receiverName: null });
    expect(answer.body).toMatchObject({ invoice: { client: null, receiverName: null }, validation: { valid: false } });
  });

  it('a change of the currency alone resets the rate, which was that of another currency', async () => {
    const { id } = await draft({ currency: 'EUR', exchangeRate: 5.05 });
    expect(await changed(id, { notes: 'x' })).toMatchObject({ currency: 'EUR', exchangeRate: 5.05 });
    expect(await changed(id, { currency: 'USD' })).toMatchObject({ currency: 'USD', exchangeRate: 1 });
    expect(await changed(id, { exchangeRate: 4.4 })).toMatchObject({ currency: 'USD', exchangeRate: 4.4 });
    expect(await changed(id, { currency: 'RON' })).toMatchObject({ currency: 'RON', exchangeRate: 1 });
  });

  it('autoApplyVatRules and vatIncluded work as on create, on lines that are sent and on those that are kept', async () => {
    const { id: polish } = await service().newClient(scope, {
      ...{ type: 'individual', name: 'Jan Nowak', cui: null, country: 'PL', county: null, isVatPayer: false },
    });
    const { id } = await draft();
    expect(await changed(id, { clientId: polish })).toMatchObject({ total: 121 });
    const kept = await changed(id, { autoApplyVatRules: true });
    expect(kept).toMatchObject({ total: 123, lines: [{ vatRate: 23, vatCategoryCode: 'S', vatIncluded: false }] });
    const included = await changed(id, { autoApplyVatRules: true, vatIncluded: true, lines: [line({ unitPrice: 246 })] });
    expect(included).toMatchObject({ total: 246, subtotal: 200, lines: [{ vatRate: 23, vatIncluded: true }] });
  });

  it('the series can change until a number is taken from it; null means the default one', async () => {
    const series = await request<Series>('POST', '/document-series', { prefix: 'UPD', type: 'invoice' });
    const { id } = await draft();
    expect(await changed(id, { documentSeriesId: series.body.id })).toMatchObject({ series: { prefix: 'UPD' } });
    expect(await changed(id, { notes: 'x' })).toMatchObject({ series: { prefix: 'UPD' } });
    expect(await changed(id, { documentSeriesId: null })).toMatchObject({ series: { prefix: 'FCT' } });
    await changed(id, { documentSeriesId: series.body.id });
    // A document that names it prevents its removal.
    expect((await request('DELETE', `/document-series/${series.body.id}`)).status).toBe(409);
    await changed(id, { documentSeriesId: null });
    expect((await request('DELETE', `/document-series/${series.body.id}`)).status).toBe(204);
  });
});

describe('lists reflect a change at once', () => {
  it('counts and totals move with month, currency and amount', async () => {
    const own = await newTrader();
    const { id } = await own.draft({ issueDate: '2026-03-10', dueDate: null });
    const totals = async (query = '') => {
      const { body } = await own.request<InvoiceList>('GET', `/invoices?includeTotals=true${query}`);
      return [body.total, body.totals?.map(one => [one.currency, one.total])];
    };
    expect(await totals('&from=2026-03-01&to=2026-03-31')).toEqual([1, [['RON', 121]]]);
    await own.request('PUT', `/invoices/${id}`, {
      issueDate: '2026-05-02',
      currency: 'EUR',
      lines: [line({ quantity: 2 })],
    });
    expect(await totals('&from=2026-03-01&to=2026-03-31')).toEqual([0, []]);
    expect(await totals('&from=2026-05-01&to=2026-05-31')).toEqual([1, [['EUR', 242]]]);
    expect(await totals()).toEqual([1, [['EUR', 242]]]);
  });
});
