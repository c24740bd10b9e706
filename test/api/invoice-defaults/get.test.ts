import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { InvoiceDefaults } from '../../support/contract.ts';
import { call } from '../../support/invoices.ts';
import { getCalls, chosen } from './get-calls.ts';

const { service, scope, abroad } = getCalls();

const defaults = async (query = ''): Promise<InvoiceDefaults> => {
  const { status, body } = await call<InvoiceDefaults>(service(), scope, 'GET', `/invoice-defaults${query}`);
  expect(status).toBe(200);
  return body;
};

describe('GET /invoice-defaults (REC-79 to REC-84)', () => {
  it('returns the choices for an invoice', async () => {
    const body = await defaults();
    expect(body).toMatchObject({
      currencies: ['RON', 'EUR', 'USD', 'GBP', 'CHF', 'HUF', 'CZK', 'PLN', 'SEK', 'NOK', 'DKK'],
      ...{ defaultCurrency: 'RON', defaultPaymentTermDays: 30, defaultUnitOfMeasure: 'buc' },
      ...{ exchangeRates: {}, exchangeRateDate: null, isVatPayer: true },
      ...{ reverseCharge: false, exportApplicable: false, ossApplicable: false, ossVatRate: null, ossVatRates: [] },
      series: {
        invoice: { name: 'FCT', prefix: 'FCT', nextNumber: 1 },
        ...{ credit_note: { prefix: 'NC' }, proforma: { prefix: 'PRO' }, delivery_note: { prefix: 'AVZ' } },
      },
    });
    expect(body.vatRates.map(rate => rate.rate)).toEqual(['21', '11', '9', '5', '0']);
    expect(chosen(body)).toEqual([['21', 'S']]);
    const codes = (body['unitsOfMeasure'] as { value: string; code: string }[]).map(unit => `${unit.value} ${unit.code}`);
    expect(codes.join(', ')).toBe('buc H87, kg KGM, l LTR, m MTR, ora HUR, zi DAY, luna MON, set SET, pachet XPK');
    expect((body['paymentMethods'] as { value: string }[]).map(one => one.value)).toEqual([
      'bank_transfer',
      'cash',
      'card',
      'cheque',
      'other',
    ]);
    expect(body['counties']).toHaveLength(42);
    expect(body['counties']).toContainEqual({ code: 'RO-CJ', label: 'Cluj' });
    expect(body['countries']).toContainEqual({ code: 'RO', label: 'România' });
  });

  it('takes currency and term from the client; an unknown client is ignored', async () => {
    const { id } = await service().newClient(scope, {
      name: 'Cu termen',
      cui: 'RO7654321',
      currency: 'EUR',
      defaultPaymentTermDays: 7,
    });
    expect(await defaults(`?clientId=${id}`)).toMatchObject({ defaultCurrency: 'EUR', defaultPaymentTermDays: 7 });
    const plain = await defaults();
    expect(await defaults(`?clientId=${randomUUID()}`)).toEqual(plain);
    expect(await defaults('?clientId=x')).toEqual(plain);
  });

  it('reverse charge: a company of another EU state that its register knows; a 0 rate with AE is first and default', async () => {
    const body = await defaults(`?clientId=${await abroad('DE', true)}`);
    expect(body).toMatchObject({ reverseCharge: true, exportApplicable: false, ossApplicable: false });
    expect([body.vatRates[0]?.rate, chosen(body)]).toEqual(['0', [['0', 'AE']]]);
  });

  it('export: a client outside the EU; the 0 rate is default', async () => {
    const body = await defaults(`?clientId=${await abroad('CH', null)}`);
    expect(body).toMatchObject({ reverseCharge: false, exportApplicable: true, ossApplicable: false });
    expect(chosen(body)).toEqual([['0', 'Z']]);
  });

  it.each([false, null])("one-stop shop: an EU client whose number is %s: the destination's rate", async viesValid => {
    expect(await defaults(`?clientId=${await abroad('HU', viesValid, { type: 'individual' })}`)).toMatchObject({
      ...{ reverseCharge: false, ossApplicable: true, ossVatRate: { rate: '27', categoryCode: 'S' } },
      ossVatRates: [{ rate: '27', default: true }],
    });
  });

  it('no one-stop shop for a company that is not in it', async () => {
    await call(service(), scope, 'PATCH', `/companies/${scope.company}`, { oss: false });
    expect(await defaults(`?clientId=${await abroad('HU', false)}`)).toMatchObject({ ossApplicable: false, ossVatRate: null });
  });

  it('returns the default account of each currency', async () => {
    const { body } = await call<{ id: string }>(service(), scope, 'POST', '/bank-accounts', {
      iban: 'RO49AAAA1B31007593840000',
      currency: 'EUR',
    });
    expect((await defaults())['bankAccounts']).toMatchObject({ EUR: { id: body.id, iban: 'RO49AAAA1B31007593840000' } });
  });
});
