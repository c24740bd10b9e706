import { describe, expect, it } from 'vitest';
import { expecting } from '../../../infra/local/api-client.ts';
import { call, draft, invoiceBody, issued, post, xmlOf } from '../../support/invoices.ts';
import { type Scope, useService } from '../../support/service.ts';
import type { Refusal, ValidationResult } from '../../support/contract.ts';
import { DEPTH } from '../../support/effort.ts';

interface Trader extends Scope {
  clientId: string;
}
const line = (overrides: object = {}) => ({ description: 'Consultanță', quantity: 1, unitPrice: 100, ...overrides });

/** Companies that are not registered for VAT, and those under VAT on collection (TAX-15, TAX-16, TAX-43). */

const service = useService();
async function traderWith(overrides: object): Promise<Trader> {
  const scope = await service().newCompany(await service().newUser(), { vatPayer: true, ...overrides });
  return { ...scope, clientId: (await service().newClient(scope)).id };
}
const unregistered = (): Promise<Trader> => traderWith({ vatPayer: false, vatCode: null });

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

  it.runIf(DEPTH)(
    'gets a warning about VAT that it charges when the draft is created, changed and validated, and cannot issue it',
    async () => {
      const scope = await unregistered();
      const warning =
        'lines.1.vatRate: the company is not registered for VAT and must not charge it; leave vatRate out, or the document is not issued.';
      const lines = [line(), line({ vatRate: 21 })];
      const made = (await post(service(), scope, invoiceBody(scope.clientId, { lines }))).body;
      expect(made.validation.warnings).toEqual([warning]);
      const path = `/invoices/${made.invoice.id}`;
      const changed = await call<{ validation: ValidationResult }>(service(), scope, 'PUT', path, { notes: 'x' });
      expect(changed.body.validation.warnings).toEqual([warning]);
      const quick = await call<ValidationResult>(service(), scope, 'POST', `${path}/validate`);
      expect(quick.body.warnings).toEqual([warning]);

      const refused = await call<Refusal>(service(), scope, 'POST', `${path}/issue`);
      expect([refused.status, refused.body.error.code]).toEqual([422, 'validation_error']);
      expect(refused.body.error.details['lines.1.vatRate']).toEqual(['must be 0: the company is not registered for VAT']);
      await call(service(), scope, 'PUT', path, { lines: [line()] });
      expect((await call(service(), scope, 'POST', `${path}/issue`)).status).toBe(200);
    },
  );

  it.runIf(DEPTH)('may state on the document that it is registered (platitorTva)', async () => {
    const scope = await unregistered();
    const lines = [line({ vatRate: 21 })];
    const made = (await post(service(), scope, invoiceBody(scope.clientId, { lines, platitorTva: true }))).body;
    expect(made.validation.warnings).toEqual([]);
    expect((await call(service(), scope, 'POST', `/invoices/${made.invoice.id}/issue`)).status).toBe(200);
  });

  it.runIf(DEPTH)('credits in full invoices from the time when it was registered', async () => {
    const scope = await traderWith({});
    const invoice = await issued(service(), scope, { clientId: scope.clientId, lines: [line({ vatRate: 21 })] });
    await call(service(), scope, 'PATCH', `/companies/${scope.company}`, { vatPayer: false, vatCode: null });
    const [rates, series] = await Promise.all([
      expecting<{ id: string; rate: number }[]>(200, 'Rates', service().api('GET', '/api/v1/vat-rates', scope)),
      expecting<{ data: { id: string }[] } | { id: string }[]>(
        200,
        'Series',
        service().api('GET', '/api/v1/document-series?type=credit_note', scope),
      ),
    ]);
    const seriesId = (Array.isArray(series) ? series : series.data)[0]?.id;
    const vatRateId = rates.find(({ rate }) => rate === 21)?.id;
    const body = {
      ...{ isCreditNote: true, direction: 'outgoing', parentDocumentId: invoice.id, clientId: scope.clientId, seriesId },
      ...{ issueDate: invoice.issueDate, dueDate: invoice.issueDate, currency: 'RON' },
      lines: [{ description: 'Retur', quantity: -1, unitPrice: 100, vatRateId }],
    };
    const note = await call<{ uuid: string }>(service(), scope, 'POST', '/invoices', body);
    expect(note.status, JSON.stringify(note.body)).toBe(201);
    expect((await call(service(), scope, 'POST', `/invoices/${note.body.uuid}/issue`)).status).toBe(200);
  });
});

describe.runIf(DEPTH)('A company under VAT on collection', () => {
  it('has it on new invoices unless they say otherwise, and never on those that it issues for a seller (389)', async () => {
    const scope = await traderWith({ vatOnCollection: true });
    const stated = async (overrides: object): Promise<unknown> =>
      (await draft(service(), scope, { clientId: scope.clientId, ...overrides })).tvaLaIncasare;
    expect(await stated({})).toBe(true);
    expect(await stated({ tvaLaIncasare: null })).toBe(true);
    expect(await stated({ tvaLaIncasare: false })).toBe(false);
    expect(await stated({ invoiceTypeCode: '389' })).toBe(false);
    const { id } = await issued(service(), scope, { clientId: scope.clientId });
    expect(await xmlOf(service(), scope, id)).toContain('TVA la încasare');
  });

  it('another company has it where the invoice says so', async () => {
    const scope = { ...(await service().newCompany(await service().newUser())), clientId: '' };
    const clientId = (await service().newClient(scope)).id;
    expect((await draft(service(), scope, { clientId })).tvaLaIncasare).toBe(false);
    expect((await draft(service(), scope, { clientId, tvaLaIncasare: true })).tvaLaIncasare).toBe(true);
  });
});
