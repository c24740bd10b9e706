import { describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { detailOf } from '../../support/invoices.ts';
import { convert, detailOfProforma, newProforma } from '../../support/proformas.ts';
import { convertPaidCalls } from './convert-paid-calls.ts';

const { service, scope } = convertPaidCalls();

describe('POST /proforma-invoices/{uuid}/convert with collect: a paid proforma', () => {
  it('201 with a draft that is paid: by default the whole amount, today, by transfer', async () => {
    const { uuid } = await newProforma(service(), scope);
    const { status, body } = await convert(service(), scope, uuid, { collect: {} });
    expect([status, body.proforma.status]).toEqual([201, 'converted']);
    expect(body.invoice).toMatchObject({
      ...{ status: 'draft', proformaId: uuid, total: 121, amountPaid: 121, balance: 0, paymentStatus: 'paid' },
      payments: [{ amount: 121, paymentDate: today(), paymentMethod: 'bank_transfer', reference: null, notes: null }],
    });
    expect(body.invoice.events.map(({ type }) => type)).toEqual(['payment_received', 'created']);
    const stored = await detailOf(service(), scope, body.invoice.id);
    expect({ ...stored, series: null }).toEqual({ ...body.invoice, series: null });
  });

  it.each([
    ['collect.value', { value: '121.02' }],
    ['collect.type', { type: 'barter' }],
  ])('422 for %s: %j, and nothing is converted', async (field, collect) => {
    const { uuid } = await newProforma(service(), scope);
    const { status, body } = await convert(service(), scope, uuid, { collect });
    expect([status, Object.keys(body.error.details ?? {})]).toEqual([422, [field]]);
    expect(await detailOfProforma(service(), scope, uuid)).toMatchObject({ status: 'draft', convertedInvoiceId: null });
  });
});
