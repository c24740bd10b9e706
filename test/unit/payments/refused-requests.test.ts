import { describe, expect, it } from 'vitest';
import { handler as create } from '../../../functions/payments/create.ts';
import { setEnvironment } from '../../../infra/local/environment.ts';
import type { Actor } from '../../../shared/access/model.ts';
import { INVOICES } from '../../../shared/invoices/store.ts';
import { today } from '../../../shared/kernel/clock.ts';
import { addDays } from '../../../shared/kernel/dates.ts';
import { paymentBody } from '../../../shared/payments/input.ts';
import { recordPayment } from '../../../shared/payments/record.ts';
import { sampleDocument } from '../../support/documents.ts';
import { refusedFieldsBy, refusedFieldsOf } from '../../support/refused/fields.ts';

setEnvironment({ TABLE_NAME: 'table' });

const refused = (overrides: object) => refusedFieldsOf(create, { body: { amount: 1, paymentDate: today(), ...overrides } });

describe('POST /invoices/{uuid}/payments: a body that is refused before the invoice is read', () => {
  it('takes what is valid', async () => {
    expect(await refused({ currency: 'ron', reference: 'OP 7' })).toBeUndefined();
  });

  it.each<[string, object, string]>([
    ['no amount', { amount: undefined }, 'amount'],
    ['0', { amount: 0 }, 'amount'],
    ['a negative amount', { amount: -1 }, 'amount'],
    ['three decimals', { amount: 1.005 }, 'amount'],
    ['an empty amount', { amount: '' }, 'amount'],
    ['no date', { paymentDate: undefined }, 'paymentDate'],
    ['a date that is none', { paymentDate: '2026-02-30' }, 'paymentDate'],
    ['an unknown method', { paymentMethod: 'barter' }, 'paymentMethod'],
    ['a reference of 256 characters', { reference: 'x'.repeat(256) }, 'reference'],
    ['notes of 1001 characters', { notes: 'x'.repeat(1001) }, 'notes'],
    ['an idempotencyKey of 256 characters', { idempotencyKey: 'x'.repeat(256) }, 'idempotencyKey'],
  ])('%s: 422', async (_, body, field) => {
    expect(await refused(body)).toEqual([422, 'validation_error', [field]]);
  });

  it.each(['ten', '1,5', '1e2', 'NaN', true, {}])('an amount that is no decimal number: %j: 400 (§14)', async amount => {
    expect(await refused({ amount })).toEqual([400, 'bad_request', ['amount']]);
  });
});

describe('POST /invoices/{uuid}/payments: what an invoice of 121.00 RON does not take', () => {
  const invoice = { document: sampleDocument(), payments: [], events: [], creditNotes: [] };
  const by = { userId: 'u', name: 'Ana', email: 'ana@example.test' } as Actor;
  const record = (overrides: object) =>
    recordPayment(INVOICES, {
      ...{ loaded: invoice, body: paymentBody.parse({ amount: 1, paymentDate: today(), ...overrides }), by },
      commit: (_, recorded) => Promise.resolve(recorded),
    });

  it('takes what is valid', async () => {
    expect(await record({ amount: 121.01, currency: 'ron' })).toMatchObject({ payment: { amount: '121.01', currency: 'RON' } });
  });

  it.each<[string, object, string]>([
    ['a date in the future', { paymentDate: addDays(today(), 1) }, 'paymentDate'],
    ['another currency', { currency: 'EUR' }, 'currency'],
    ['more than is open', { amount: 121.02 }, 'amount'],
  ])('%s: 422', async (_, overrides, field) => {
    expect(await refusedFieldsBy(() => record(overrides))).toEqual([422, 'validation_error', [field]]);
  });
});
