import { describe, expect, it } from 'vitest';
import { handler as create } from '../../../functions/payments/create.ts';
import { setEnvironment } from '../../../infra/local/environment.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import { INVOICES } from '#shared/documents/invoices/store.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import type { Company } from '#shared/model/company.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { paymentBody } from '#shared/documents/payments/input.ts';
import { recordPayment } from '#shared/documents/payments/record.ts';
import type { Payable } from '#shared/documents/payments/store.ts';
import { sampleDocument } from '../../support/documents.ts';
import { refusedFieldsBy, refusedFieldsOf } from '../../support/refused/fields.ts';

setEnvironment({ TABLE_NAME: 'table' });

const refused = (overrides: object) => refusedFieldsOf(create, { body: { amount: 1, paymentDate: today(), ...overrides } });

describe('POST /invoices/{uuid}/payments: a body that is rejected before the invoice is read', () => {
  it('accepts valid requests', async () => {
    expect(await refused({ currency: 'ron', reference: 'OP 7' })).toBeUndefined();
  });

  it.each<[string, object, string]>([
    ['no amount', { amount: undefined }, 'amount'],
    ['0', { amount: 0 }, 'amount'],
    ['a negative amount', { amount: -1 }, 'amount'],
    ['three decimals', { amount: 1.005 }, 'amount'],
    ['an empty amount', { amount: '' }, 'amount'],
    ['an amount of null', { amount: null }, 'amount'],
    ['no date', { paymentDate: undefined }, 'paymentDate'],
    ['an invalid date', { paymentDate: '2026-02-30' }, 'paymentDate'],
    ['an unknown method', { paymentMethod: 'barter' }, 'paymentMethod'],
    ['a reference of 256 characters', { reference: 'x'.repeat(256) }, 'reference'],
    ['notes of 1001 characters', { notes: 'x'.repeat(1001) }, 'notes'],
    ['an idempotencyKey of 256 characters', { idempotencyKey: 'x'.repeat(256) }, 'idempotencyKey'],
  ])('%s: 422', async (_, body, field) => {
    expect(await refused(body)).toEqual([422, 'validation_error', [field]]);
  });

  it.each(['ten', '1,5', '1e2', 'NaN', true, {}])('an invalid decimal number: %j: 400 (SET-11)', async amount => {
    expect(await refused({ amount })).toEqual([400, 'bad_request', ['amount']]);
  });
});

describe('POST /invoices/{uuid}/payments: payments that an invoice of 121.00 RON does not accept', () => {
  const invoice = { document: sampleDocument(), payments: [], events: [], creditNotes: [] };
  const by = { userId: 'u', name: 'Ana', email: 'ana@example.test' } as Actor;
  const record = (overrides: object, loaded: Payable = invoice) =>
    recordPayment(INVOICES, {
      company: { id: 'c' } as Company,
      ...{ loaded, body: paymentBody.parse({ amount: 1, paymentDate: today(), ...overrides }), by },
      commit: (_, recorded) => Promise.resolve(recorded),
    });

  it('accepts valid payments', async () => {
    expect(await record({ amount: 121.01, currency: 'ron' })).toMatchObject({ payment: { amount: '121.01', currency: 'RON' } });
    expect(await record({ amount: 1, type: 'payment' })).toMatchObject({ payment: { amount: '1.00' }, warnings: [] });
  });

  it('is recorded as stated, else by bank transfer', async () => {
    const { payment } = await record({});
    expect(payment).toMatchObject({ paymentMethod: 'bank_transfer', reference: null, notes: null, isReconciled: false });
    expect(Object.keys(payment)).not.toContain('type');
    expect(Object.keys(payment)).not.toContain('idempotencyKey');
    const stated = { paymentMethod: 'card', reference: 'OP 7', notes: 'Ghișeu', idempotencyKey: 'k' };
    expect((await record(stated)).payment).toMatchObject(stated);
  });

  it('warns of a date before that of the invoice', async () => {
    const warned = async (paymentDate: string) => (await record({ paymentDate })).warnings.length;
    expect([await warned('2026-03-01'), await warned('2026-03-02')]).toEqual([1, 0]);
  });

  it('returns the earlier payment for the same idempotencyKey', async () => {
    const earlier = { ...(await record({ idempotencyKey: 'k' })).payment, id: 'earlier' };
    const payments = [{ ...earlier, id: 'other', idempotencyKey: 'l' }, earlier, { ...earlier, id: 'later' }];
    const again = await record({ idempotencyKey: 'k', amount: 500 }, { ...invoice, payments });
    expect(again).toMatchObject({ payment: { id: 'earlier' }, warnings: [] });
  });

  it.each<[string, Partial<Invoice>, string | undefined]>([
    ['a draft', { status: 'draft' }, 'invoice_draft'],
    ['a cancelled one', { status: 'cancelled' }, 'invoice_cancelled'],
    ['one of 0.00', { total: '0.00' }, 'nothing_owed'],
    ['one of 1.00', { total: '1.00' }, undefined],
  ])('an invoice that accepts none at all: %s', async (_, fields, reason) => {
    const recorded = record({}, { ...invoice, document: { ...invoice.document, ...fields } });
    if (reason) await expect(recorded).rejects.toMatchObject({ status: 422, details: { reason } });
    else await expect(recorded).resolves.toMatchObject({ payment: { amount: '1.00' } });
  });

  it('counts earlier payments and credits', async () => {
    const document = { ...invoice.document, amountPaid: '20.00', creditedAmount: '50.00', balance: '51.00' };
    expect(await record({ amount: 51.01 }, { ...invoice, document })).toMatchObject({ payment: { amount: '51.01' } });
    expect(await refusedFieldsBy(() => record({ amount: 51.02 }, { ...invoice, document }))).toEqual([
      ...[422, 'validation_error', ['amount']],
    ]);
  });

  it('refunds the amount to pay back', async () => {
    const document = { ...invoice.document, amountPaid: '121.00', creditedAmount: '21.00', balance: '0.00' };
    const { payment, invoice: after } = await record({ amount: 21, type: 'refund' }, { ...invoice, document, payments: [] });
    expect([payment, after.amountPaid]).toMatchObject([{ type: 'refund', paysBack: true, amount: '21.00' }, '-21.00']);
  });

  it.each<[string, object, string]>([
    ['a date in the future', { paymentDate: addDays(today(), 1) }, 'paymentDate'],
    ['another currency', { currency: 'EUR' }, 'currency'],
    ['more than is open', { amount: 121.02 }, 'amount'],
    ['a refund of more than the amount to pay back', { type: 'refund' }, 'amount'],
    ['an offset against no invoice', { type: 'offset' }, 'invoiceId'],
    ['another invoice for a payment', { invoiceId: newId() }, 'invoiceId'],
  ])('%s: 422', async (_, overrides, field) => {
    expect(await refusedFieldsBy(() => record(overrides))).toEqual([422, 'validation_error', [field]]);
  });
});
