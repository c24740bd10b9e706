import { describe, expect, it } from 'vitest';
import type { Invoice, Refusal } from '../../support/contract.ts';
import { FIELDS } from '../../support/invoice-fields.ts';
import { refusedFields } from '../../support/refusals.ts';
import { updateCalls, line } from './update-calls.ts';

const { service, post, put, draft, detailOf, newTrader, changed } = updateCalls();

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
      ...{ platitorTva: false, plataOnline: false, showClientBalance: false, penaltyEnabled: false },
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

it('returns 404 for a draft of another company', async () => {
  const other = await newTrader();
  const { id } = await draft();
  const answer = await other.request<Refusal>('PUT', `/invoices/${id}`, { notes: 'x' });
  expect(answer.status).toBe(404);
  expect((await post({})).status).toBe(400);
});
