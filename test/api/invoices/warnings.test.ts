import { describe, expect, it } from 'vitest';
import type { Refusal, ValidationResult } from '../../support/contract.ts';
import { useTrader } from '../../support/trader.ts';

/** What is issued as it is, though the caller may not have meant it; and what an incomplete draft is refused with. */

const { service, scope, post, request, act, invoiceBody, issued, xmlOf } = useTrader();

const line = (overrides: object = {}) => ({ description: 'Consultanță', quantity: 1, unitPrice: 100, vatRate: 21, ...overrides });
const allowance = (overrides: object = {}) => ({
  ...{ chargeIndicator: false, amount: '10', taxCategoryCode: 'S', taxRate: '21', reason: 'Discount' },
  ...overrides,
});
const warningsOf = async (body: object): Promise<{ id: string; warnings: string[] }> => {
  const answer = await post(body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return { id: answer.body.invoice.id, warnings: answer.body.validation.warnings };
};
const full = async (id: string): Promise<ValidationResult> =>
  (await request<ValidationResult>('POST', `/invoices/${id}/validate?mode=full`)).body;

describe('allowances and charges of ublExtensions', () => {
  it('that turn the total of the e-invoice: full validation states it with its sign', async () => {
    const { id } = await warningsOf(invoiceBody({ ublExtensions: { allowanceCharges: [allowance({ amount: '1000' })] } }));
    const told = (await full(id)).warnings.filter(warning => warning.startsWith('[BT-112]'));
    expect(told).toEqual([
      "[BT-112] ublExtensions.allowanceCharges: Allowances and charges of ublExtensions change only the e-invoice: its total is -1089.00, the document's 121.00.",
    ]);
  });

  it('whose amount is not the percentage of the base that they state', async () => {
    const wrong = { baseAmount: '50', multiplierFactorNumeric: '33' };
    const body = invoiceBody({
      ublExtensions: { allowanceCharges: [allowance(), allowance(wrong)] },
      lines: [line({ ublExtensions: { allowanceCharges: [{ chargeIndicator: true, amount: '1', ...wrong }] } })],
    });
    const warnings = [
      'ublExtensions.allowanceCharges.1.amount: 10.00 is not 33 % of baseAmount 50.00, which is 16.50.',
      'lines.0.ublExtensions.allowanceCharges.0.amount: 1.00 is not 33 % of baseAmount 50.00, which is 16.50.',
    ];
    const made = await warningsOf(body);
    expect(made.warnings).toEqual(warnings);
    expect((await request<ValidationResult>('POST', `/invoices/${made.id}/validate`)).body.warnings).toEqual(warnings);
    expect((await act(made.id, 'issue')).status).toBe(200);
  });

  it.each(['16.48', '16.50', '16.52'])('%s is 33 %% of 50 within what rounding may differ', async amount => {
    const entry = allowance({ amount, baseAmount: '50', multiplierFactorNumeric: '33' });
    expect((await warningsOf(invoiceBody({ ublExtensions: { allowanceCharges: [entry] } }))).warnings).toEqual([]);
  });
});

describe('autoApplyVatRules', () => {
  const german = async (): Promise<string> => {
    const client = { name: 'Muster GmbH', cui: 'DE123456789', vatCode: 'DE123456789', country: 'DE', county: null };
    return (await service().newClient(scope, { ...client, type: 'company' })).id;
  };
  const unknown =
    'autoApplyVatRules: the VAT of DE is charged (19 %), because the EU VAT register could not be asked about DE123456789; if it is valid, state vatCategoryCode AE or K.';
  const noScheme =
    'autoApplyVatRules: the VAT of DE is charged (19 %), which is for companies in the OSS scheme; the company is not (oss).';

  it('warns of foreign VAT that the register might have spared, and that is for OSS companies; also after a change', async () => {
    const clientId = await german();
    const { id, warnings } = await warningsOf(invoiceBody({ clientId, autoApplyVatRules: true }));
    expect(warnings).toEqual([unknown, noScheme]);
    const changed = await request<{ validation: ValidationResult }>('PUT', `/invoices/${id}`, { autoApplyVatRules: true });
    expect(changed.body.validation.warnings).toEqual([unknown, noScheme]);
    await request('PATCH', `/companies/${scope.company}`, { oss: true });
    expect((await warningsOf(invoiceBody({ clientId, autoApplyVatRules: true }))).warnings).toEqual([unknown]);
    await request('PATCH', `/companies/${scope.company}`, { oss: false });
  });

  it('not where it changes nothing', async () => {
    expect((await warningsOf(invoiceBody({ autoApplyVatRules: true }))).warnings).toEqual([]);
    expect((await warningsOf(invoiceBody({ clientId: await german() }))).warnings).toEqual([]);
  });
});

describe('a description longer than the name of an item may be', () => {
  const text = 'Consultanță pentru introducerea facturării electronice, '.repeat(3).trim();

  it('is issued: its beginning is the name, the whole is the description', async () => {
    const made = await warningsOf(invoiceBody({ lines: [line({ description: text })] }));
    expect(made.warnings).toEqual([]);
    const { id } = await issued({ lines: [line({ description: text })] });
    const xml = await xmlOf(id);
    expect(xml).toContain(`<cbc:Description>${text}</cbc:Description>`);
    const name = /<cac:Item>[^]*?<cbc:Name>([^<]*)<\/cbc:Name>/.exec(xml)?.[1] ?? '';
    expect([name.length <= 100, text.startsWith(`${name} `)]).toEqual([true, true]);
  });
});

it('issue without a client says so once, and lists no rule about what a client would have', async () => {
  const { id } = await warningsOf(invoiceBody({ clientId: null }));
  const { status, body } = await act<Refusal>(id, 'issue');
  expect([status, body.error.details]).toEqual([422, { clientId: ['a client is needed: give clientId or receiverName'] }]);
  expect((await full(id)).errors).toEqual(['clientId: a client is needed: give clientId or receiverName']);
});
