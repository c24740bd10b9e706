import { describe, expect, it } from 'vitest';
import { expecting } from '../../../infra/local/api-client.ts';
import { issued, xmlOf } from '../../support/invoices.ts';
import { vatRegistrationCalls, line } from './vat-registration-calls.ts';

const { service, unregistered } = vatRegistrationCalls();

describe('A company that is not registered for VAT', () => {
  it('has lines outside VAT (O) by default, which the authority accepts', async () => {
    const scope = await unregistered();
    const rates = await expecting<{ id: string; rate: number }[]>(200, 'Rates', service().api('GET', '/api/v1/vat-rates', scope));
    const zero = rates.find(({ rate }) => rate === 0)?.id;
    const lines = [line(), line({ vatRate: 0 }), line({ vatRateId: zero })];
    const invoice = await issued(service(), scope, { clientId: scope.clientId, lines });
    expect(invoice).toMatchObject({ total: 300, vatTotal: 0, lines: Array(3).fill({ vatRate: 0, vatCategoryCode: 'O' }) });
    const xml = await xmlOf(service(), scope, invoice.id);
    expect(xml).toMatch(/<cac:TaxCategory>\s*<cbc:ID>O<\/cbc:ID>/);
    expect(xml).not.toContain('<cbc:ID>Z</cbc:ID>');
  });
});
