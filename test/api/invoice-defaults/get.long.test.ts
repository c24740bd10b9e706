import { describe, expect, it } from 'vitest';
import type { InvoiceDefaults } from '../../support/contract.ts';
import { call, issued } from '../../support/invoices.ts';
import { getCalls, chosen } from './get-calls.ts';

const { service, abroad } = getCalls();

describe('GET /invoice-defaults (REC-79 to REC-84)', () => {
  it('a company that is not registered for VAT: 0 % outside VAT (O), which can be issued', async () => {
    const own = await service().newCompany(await service().newUser(), { vatPayer: false, vatCode: null });
    const { body } = await call<InvoiceDefaults>(service(), own, 'GET', '/invoice-defaults');
    expect([body['isVatPayer'], chosen(body)]).toEqual([false, [['0', 'O']]]);
    const [rate] = body.vatRates.filter(one => one.default);
    const line = {
      description: 'Scaun',
      quantity: 1,
      unitPrice: 10,
      vatRateId: rate?.['id'],
      vatCategoryCode: rate?.categoryCode,
    };
    expect((await issued(service(), own, { lines: [line] })).status).toBe('issued');
  });

  it('a company that is not registered for VAT: outside VAT (O) for clients abroad as well', async () => {
    const own = await service().newCompany(await service().newUser(), { vatPayer: false, vatCode: null });
    for (const [country, viesValid] of [
      ['DE', true],
      ['DE', false],
      ['CH', null],
    ] as const) {
      const client = await abroad(country, viesValid, {}, own);
      const { body } = await call<InvoiceDefaults>(service(), own, 'GET', `/invoice-defaults?clientId=${client}`);
      expect([country, viesValid, chosen(body)]).toEqual([country, viesValid, [['0', 'O']]]);
    }
  });
});
