import { describe, expect, it } from 'vitest';
import { handler as create } from '../../../functions/invoices/create.ts';
import { handler as convert } from '../../../functions/proforma-invoices/convert.ts';
import { setEnvironment } from '../../../infra/local/environment.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import { collectBody } from '#shared/documents/common/input.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { MAX_AMOUNT } from '#shared/base/kernel/money.ts';
import { collected } from '#shared/documents/payments/collect.ts';
import { sampleDocument, sampleLine } from '../../support/documents.ts';
import { refusedFieldsBy, refusedFieldsOf } from '../../support/refused/fields.ts';

/** Payments with which a new invoice, also one of a proforma, cannot be recorded (SET-19 to SET-21). */

setEnvironment({ TABLE_NAME: 'table' });

const by = { userId: 'u', name: 'Ana', email: 'ana@example.test' } as Actor;
const priced = (unitPrice: string) => sampleDocument({ lines: [sampleLine({ unitPrice, vatRate: '0', vatCategoryCode: 'Z' })] });
const oneLeu = priced('1');
const collect = (body: object, invoice = sampleDocument()) => collected(invoice, collectBody.parse(body), by);

describe('a payment that an invoice of 121.00 RON does not accept: 422 with the field', () => {
  it('accepts valid payments', () => {
    expect(collect({}).payments).toMatchObject([{ amount: '121.00' }]);
    expect(collect({ value: '121.01', issueDate: today() }).payments).toMatchObject([{ amount: '121.01' }]);
    expect(collect({ value: '0.50' }, oneLeu).payments).toMatchObject([{ amount: '0.50' }]);
    expect(collect({}, priced(MAX_AMOUNT)).payments).toMatchObject([{ amount: MAX_AMOUNT }]);
  });

  it('is recorded as stated, else by bank transfer on the date of the invoice', () => {
    const { document, payments, recorded, writes } = collect({});
    expect(payments).toMatchObject([
      { paymentMethod: 'bank_transfer', paymentDate: '2026-03-02', reference: null, notes: null, isReconciled: false },
    ]);
    expect([document.balance, recorded.length, writes.length]).toEqual(['0.00', 1, 1]);
    const stated = { type: 'cash', documentNumber: 'CH 7', mentions: 'Casa 2', issueDate: today() };
    expect(collect(stated).payments).toMatchObject([
      { paymentMethod: 'cash', paymentDate: today(), reference: 'CH 7', notes: 'Casa 2' },
    ]);
  });

  it.each<[string, object, string]>([
    ['0', { value: 0 }, 'collect.value'],
    ['a negative value', { value: -5 }, 'collect.value'],
    ['three decimals', { value: 1.005 }, 'collect.value'],
    ['three decimals as text', { value: '1.234' }, 'collect.value'],
    ['two cents more than the amount to pay', { value: '121.02' }, 'collect.value'],
    ['a date in the future', { issueDate: addDays(today(), 1) }, 'collect.issueDate'],
  ])('%s', async (_, body, field) => {
    expect(await refusedFieldsBy(() => collect(body))).toEqual([422, 'validation_error', [field]]);
  });

  it('a cent more than the maximum amount, although a cent more than the open amount is accepted otherwise', async () => {
    expect(await refusedFieldsBy(() => collect({ value: '10000000000.00' }, priced(MAX_AMOUNT)))).toEqual([
      ...[422, 'validation_error', ['collect.value']],
    ]);
  });

  it('any for a refund', async () => {
    const refund = sampleDocument({ lines: [sampleLine({ quantity: '-1' })] });
    expect(await refusedFieldsBy(() => collect({}, refund))).toEqual([422, 'validation_error', ['collect.value']]);
    expect(await refusedFieldsBy(() => collect({ value: '0.01' }, priced('0')))).toEqual([
      ...[422, 'validation_error', ['collect.value']],
    ]);
  });
});

describe('an invalid payment: 400 for a new invoice, 422 for a conversion', () => {
  const invoice = { issueDate: today(), lines: [{ description: 'x', quantity: 1, unitPrice: 1, vatRate: 21 }] };

  it('accepts valid payments', async () => {
    const body = { collect: { type: 'cash', value: '121.02', issueDate: '2026-02-28' } };
    expect(await refusedFieldsOf(create, { body: { ...invoice, ...body } })).toBeUndefined();
    expect(await refusedFieldsOf(convert, { body })).toBeUndefined();
  });

  it.each<[string, unknown, string]>([
    ['an unknown type', { type: 'barter' }, 'collect.type'],
    ['an invalid date', { issueDate: '2026-02-30' }, 'collect.issueDate'],
    ['text for a value', { value: 'all' }, 'collect.value'],
    ['text for the payment', 'yes', 'collect'],
  ])('%s', async (_, payment, field) => {
    const body = { collect: payment };
    expect(await refusedFieldsOf(create, { body: { ...invoice, ...body } })).toEqual([400, 'bad_request', [field]]);
    expect(await refusedFieldsOf(convert, { body })).toEqual([422, 'validation_error', [field]]);
  });
});
