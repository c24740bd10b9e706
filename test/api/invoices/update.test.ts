import { describe, expect, it } from 'vitest';
import type { Invoice, InvoiceList, Series } from '../../support/contract.ts';
import { FIELDS } from '../../support/invoice-fields.ts';
import { refusedFields } from '../../support/refusals.ts';
import { useTrader } from '../../support/trader.ts';
import { DEPTH } from '../../support/effort.ts';

const line = (overrides: object = {}) => ({ description: 'Masă', quantity: 1, unitPrice: 100, vatRate: 21, ...overrides });

const { service, scope, request, put, draft, detailOf, newTrader } = useTrader();

async function changed(id: string, body: object): Promise<Invoice> {
  const answer = await put(id, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.invoice;
}

const refused = async (id: string, body: unknown) => refusedFields(await put(id, body));

describe('PUT changes the fields that it names (INV-26 to INV-33)', () => {
  it('a field that is absent stays as it was', async () => {
    const before = await draft({ ...FIELDS, receiverCif: 'RO111222' });
    const after = await changed(before.id, { notes: 'Alta' });
    const untouched = ({ notes: _, updatedAt: __, events: ___, ...rest }: Invoice) => rest;
    expect(untouched(after)).toEqual(untouched(before));
    expect([before.notes, after.notes]).toEqual(['Notă', 'Alta']);
    expect(untouched(await changed(before.id, {}))).toEqual(untouched(before));
  });

  it('null clears a field, or resets it to its default', async () => {
    const before = await draft(FIELDS);
    const defaults: Record<string, unknown> = {
      ...{ exchangeRate: 1, invoiceTypeCode: '380', paymentMethod: 'bank_transfer', language: 'ro', tvaLaIncasare: false },
      ...{ platitorTva: false, plataOnline: false, isAdvance: false, showClientBalance: false, penaltyEnabled: false },
    };
    const names = Object.keys(FIELDS).filter(name => name !== 'currency');
    const after = await changed(before.id, Object.fromEntries(names.map(name => [name, null])));
    for (const name of names) expect(after).toHaveProperty(name, defaults[name] ?? null);
    expect(after.currency).toBe('EUR');
  });

  it('ublExtensions are replaced as a whole, unknown keys dropped; null clears them', async () => {
    const { id } = await draft({ ublExtensions: { prepaidAmount: '5.00', taxExemptionReason: 'Scutit' } });
    const replaced = await changed(id, { ublExtensions: { prepaidAmount: '6.00', colour: 'red' } });
    expect(replaced.ublExtensions).toEqual({ prepaidAmount: '6.00' });
    expect((await changed(id, { ublExtensions: null })).ublExtensions).toBeNull();
  });

  it('lines are replaced as a whole, with new ids, and the totals follow', async () => {
    const before = await draft({ lines: [line(), line({ description: 'Scaun' })] });
    const after = await changed(before.id, { lines: [line({ description: 'Dulap', quantity: 3 })] });
    expect(after).toMatchObject({ subtotal: 300, vatTotal: 63, total: 363, balance: 363 });
    expect(after.lines).toMatchObject([{ lineNumber: 1, description: 'Dulap', subtotal: 300, vatAmount: 63, total: 363 }]);
    const ids = (invoice: Invoice) => invoice.lines.map(one => one.id);
    expect(ids(before)).not.toContain(ids(after)[0]);
    expect(await detailOf(before.id)).toMatchObject({ total: 363, lines: [{ description: 'Dulap' }] });
  });

  it('neither the key nor a payment: idempotencyKey and collect are ignored', async () => {
    const { id, idempotencyKey } = await draft();
    const after = await changed(id, { idempotencyKey: 'other', collect: { value: 5 }, status: 'issued', number: 'X-1' });
    expect(after).toMatchObject({ idempotencyKey, amountPaid: 0, payments: [], status: 'draft' });
    expect(after.number).toMatch(/^DRAFT-/);
  });

  it('stores an `updated` event, and reports what still prevents issuing', async () => {
    const { id } = await draft();
    const { body } = await put(id, { lines: [line()], dueDate: null, paymentTerms: null });
    expect(body.invoice.events.map(event => [event.type, event.status])).toEqual([
      ['updated', null],
      ['created', 'draft'],
    ]);
    expect(body.validation).toEqual({
      ...{ valid: true, errors: [], schematronAvailable: false },
      warnings: [expect.stringContaining('dueDate')],
    });
  });

  it.runIf(DEPTH)('every field can be set separately', async () => {
    const { id } = await draft();
    for (const [field, value] of Object.entries({ ...FIELDS, receiverCif: 'RO111222', exchangeRate: 1 })) {
      const after = await changed(id, { [field]: value });
      expect(after).toHaveProperty(field, value);
    }
  });

  it.runIf(DEPTH)('a thousand long lines are replaced by one, and one by a thousand', async () => {
    const many = Array.from({ length: 900 }, (_, place) => line({ description: `${place} ${'x'.repeat(900)}` }));
    const { id } = await draft({ lines: many });
    await changed(id, { lines: [line()] });
    expect((await detailOf(id)).lines).toHaveLength(1);
    await changed(id, { lines: many });
    const lines = (await detailOf(id)).lines as { description: string }[];
    expect(lines.map(one => one.description)).toEqual(many.map(one => one.description));
  });

  it.runIf(DEPTH)('the buyer: another client, the same one read again, a receiver, or none', async () => {
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

  it.runIf(DEPTH)('a change of the currency alone resets the rate, which was that of another currency', async () => {
    const { id } = await draft({ currency: 'EUR', exchangeRate: 5.05 });
    expect(await changed(id, { notes: 'x' })).toMatchObject({ currency: 'EUR', exchangeRate: 5.05 });
    expect(await changed(id, { currency: 'USD' })).toMatchObject({ currency: 'USD', exchangeRate: 1 });
    expect(await changed(id, { exchangeRate: 4.4 })).toMatchObject({ currency: 'USD', exchangeRate: 4.4 });
    expect(await changed(id, { currency: 'RON' })).toMatchObject({ currency: 'RON', exchangeRate: 1 });
  });

  it.runIf(DEPTH)(
    'autoApplyVatRules and vatIncluded work as on create, on lines that are sent and on those that are kept',
    async () => {
      const { id: polish } = await service().newClient(scope, {
        ...{ type: 'individual', name: 'Jan Nowak', cui: null, country: 'PL', county: null, isVatPayer: false },
      });
      const { id } = await draft();
      expect(await changed(id, { clientId: polish })).toMatchObject({ total: 121 });
      const kept = await changed(id, { autoApplyVatRules: true });
      expect(kept).toMatchObject({ total: 123, lines: [{ vatRate: 23, vatCategoryCode: 'S', vatIncluded: false }] });
      const included = await changed(id, { autoApplyVatRules: true, vatIncluded: true, lines: [line({ unitPrice: 246 })] });
      expect(included).toMatchObject({ total: 246, subtotal: 200, lines: [{ vatRate: 23, vatIncluded: true }] });
    },
  );

  it.runIf(DEPTH)('the series can change until a number is taken from it; null means the default one', async () => {
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

describe('A draft with a recorded payment', () => {
  const collected = (value: number) => draft({ collect: { value, issueDate: '2026-01-05' } });

  it('balance and paidAt follow the total', async () => {
    const { id } = await collected(121);
    const more = await changed(id, { lines: [line({ quantity: 2 })] });
    expect(more).toMatchObject({ total: 242, amountPaid: 121, balance: 121, paidAt: null, paymentStatus: 'partially_paid' });
    const less = await changed(id, { lines: [line({ unitPrice: 50 })] });
    expect(less).toMatchObject({ total: 60.5, amountPaid: 121, balance: 0, paidAt: '2026-01-05', paymentStatus: 'paid' });
  });

  it('keeps the currency of its payments, and a total above 0: 422', async () => {
    const { id } = await collected(20);
    expect(await refused(id, { currency: 'EUR' })).toEqual([422, 'validation_error', ['currency']]);
    expect(await refused(id, { lines: [line({ quantity: -1 })] })).toEqual([422, 'validation_error', ['lines']]);
  });
});

it('takes admission, one round trip of reads and one transaction', async () => {
  const { id } = await draft();
  await changed(id, { notes: 'x' });
  expect(service().runtime.meter.last(1)[0]).toMatchObject({
    function: 'invoices-update',
    dynamodb: { roundTrips: 3, scans: 0 },
  });
});

describe.runIf(DEPTH)('lists reflect a change at once', () => {
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
