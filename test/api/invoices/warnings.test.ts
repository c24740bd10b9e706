import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { Refusal, ValidationResult } from '../../support/contract.ts';
import { useTrader } from '../../support/trader.ts';

/** Invoices that are issued unchanged, though the caller may not have meant them so; and the errors of an incomplete draft. */

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
  it('that turn the total of the e-invoice negative: full validation reports it with its sign', async () => {
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

  it.each(['16.48', '16.50', '16.52'])('%s is 33 %% of 50 within the rounding difference', async amount => {
    const entry = allowance({ amount, baseAmount: '50', multiplierFactorNumeric: '33' });
    expect((await warningsOf(invoiceBody({ ublExtensions: { allowanceCharges: [entry] } }))).warnings).toEqual([]);
  });
});

describe('autoApplyVatRules queries the EU VAT register (TAX-20 to TAX-22)', () => {
  const registry = (method: string, body?: object) => service().api(method, '/_local/vat-registry', { ...(body && { body }) });
  afterEach(() => registry('DELETE'));

  const german = async (vatCode: string): Promise<string> => {
    const client = { name: 'Muster GmbH', cui: vatCode, vatCode, country: 'DE', county: null };
    return (await service().newClient(scope, { ...client, type: 'company' })).id;
  };
  const vatOf = async (body: object) => {
    const { body: made } = await post(invoiceBody(body));
    const lines = made.invoice.lines.map(({ vatRate, vatCategoryCode }) => [vatRate, vatCategoryCode]);
    return { id: made.invoice.id, lines, warnings: made.validation.warnings.filter(one => /^autoApply|kind:/.test(one)) };
  };
  const twoLines = [line({ kind: 'goods', unitPrice: 7 }), line({ kind: 'service' })];

  it('that does not respond: the lines are not changed, with a warning; also in a change', async () => {
    await registry('PUT', { down: true });
    const clientId = await german('DE123456781');
    const unasked = [expect.stringMatching(/^autoApplyVatRules: the EU VAT register could not be asked about DE123456781/)];
    const made = await vatOf({ clientId, autoApplyVatRules: true, lines: [line({ vatRate: 11 })] });
    expect(made).toMatchObject({ lines: [[11, 'S']], warnings: unasked });
    const changed = await request<{ validation: ValidationResult }>('PUT', `/invoices/${made.id}`, { autoApplyVatRules: true });
    expect(changed.body.validation.warnings).toEqual(expect.arrayContaining(unasked));
  });

  it('in which the number is valid: K for goods, AE for services, and AE with a note for unknown kinds', async () => {
    await registry('PUT', { vatCode: 'DE123456782', valid: true, name: 'Muster GmbH' });
    const clientId = await german('DE123456782');
    const known = await vatOf({ clientId, autoApplyVatRules: true, lines: twoLines });
    expect(known).toMatchObject({
      lines: [
        [0, 'K'],
        [0, 'AE'],
      ],
      warnings: [],
    });
    const unknown = await vatOf({ clientId, autoApplyVatRules: true });
    expect(unknown).toMatchObject({ lines: [[0, 'AE']], warnings: [expect.stringMatching(/^lines\.0\.kind: /)] });
  });

  it('in which it is invalid: the rate of the country, with a warning unless the company is in the OSS scheme', async () => {
    await registry('PUT', { vatCode: 'DE999999999', valid: true });
    const clientId = await german('DE123456783');
    const scheme =
      'autoApplyVatRules: the VAT of DE is charged (19 %), which is for companies in the OSS scheme; the company is not (oss).';
    expect(await vatOf({ clientId, autoApplyVatRules: true, lines: [line({ unitPrice: 3 })] })).toMatchObject({
      lines: [[19, 'S']],
      warnings: [scheme],
    });
    await request('PATCH', `/companies/${scope.company}`, { oss: true });
    expect(await vatOf({ clientId, autoApplyVatRules: true, lines: twoLines })).toMatchObject({
      lines: [
        [19, 'S'],
        [19, 'S'],
      ],
      warnings: [],
    });
    await request('PATCH', `/companies/${scope.company}`, { oss: false });
  });

  it('uses the kind of a line from its product', async () => {
    await registry('PUT', { vatCode: 'DE123456784', valid: true });
    const { body: product } = await request<{ id: string }>('POST', '/products', {
      name: 'Masă',
      code: randomUUID(),
      isService: false,
      defaultPrice: 5,
    });
    const lines = [line({ productId: product.id, unitPrice: 5 })];
    expect(await vatOf({ clientId: await german('DE123456784'), autoApplyVatRules: true, lines })).toMatchObject({
      lines: [[0, 'K']],
      warnings: [],
    });
  });
});

describe('a description above the maximum length of an item name', () => {
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

it('issuing without a client reports it once, and lists no rule about data of a client', async () => {
  const { id } = await warningsOf(invoiceBody({ clientId: null }));
  const { status, body } = await act<Refusal>(id, 'issue');
  expect([status, body.error.details]).toEqual([422, { clientId: ['a client is needed: give clientId or receiverName'] }]);
  expect((await full(id)).errors).toEqual(['clientId: a client is needed: give clientId or receiverName']);
});

it('does not issue a VAT category that the buyer cannot have; the response to the creation already says so', async () => {
  const consumer = await service().newClient(scope, { type: 'individual', name: 'Ana Pop', cui: null, isVatPayer: false });
  const lines = [{ description: 'Cereale', quantity: 1, unitPrice: 107, vatCategoryCode: 'AE' }];
  const { status, body } = await post(invoiceBody({ clientId: consumer.id, lines }));
  expect(status).toBe(201);
  expect(body.validation).toMatchObject({
    valid: false,
    errors: [expect.stringMatching(/^lines\.0\.vatCategoryCode: reverse charge \(AE\) needs a buyer that is registered for VAT/)],
  });
  expect(await act(body.invoice.id, 'issue')).toMatchObject({
    status: 422,
    body: {
      error: {
        code: 'validation_error',
        details: { 'lines.0.vatCategoryCode': [expect.stringContaining('reverse charge (AE)')] },
      },
    },
  });
});

describe('unknown fields (INV-85)', () => {
  it('are named at create and change, with the field that was meant; the record may be sent back', async () => {
    const told = [
      'curency is not known and was ignored; did you mean currency?',
      'lines.0.vatRat is not known and was ignored; did you mean vatRate?',
    ];
    const made = await warningsOf({ ...invoiceBody({ lines: [line({ vatRat: 9 })] }), curency: 'EUR' });
    expect(made.warnings.toSorted()).toEqual(told);
    const { body } = await request('PUT', `/invoices/${made.id}`, { curency: 'EUR' });
    expect(body).toMatchObject({ validation: { warnings: [told[0]] } });
    const stored = (await request('GET', `/invoices/${made.id}`)).body;
    const sent = { ...stored, lines: invoiceBody().lines, documentSeriesId: null, client: undefined, supplier: undefined };
    const { status, body: back } = await request('PUT', `/invoices/${made.id}`, sent);
    expect([status, back]).toEqual([200, expect.objectContaining({ validation: expect.objectContaining({ warnings: [] }) })]);
  });

  it('and a repetition of the request tells the same', async () => {
    const key = randomUUID();
    const send = () =>
      service().api('POST', '/api/v1/invoices', {
        ...scope,
        body: { ...invoiceBody({ idempotencyKey: undefined }), dueDat: '2026-11-26' },
        headers: { 'idempotency-key': key },
      });
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
    expect(first.body).toMatchObject({
      validation: { warnings: ['dueDat is not known and was ignored; did you mean dueDate?'] },
    });
  });
});

describe('no account in the currency of the document (INV-86)', () => {
  it('is warned of at create, change, validate and issue', async () => {
    const told =
      'company: Add a bank account in EUR to the company, so that the document and the e-invoice tell the buyer where to pay.';
    const euro = { currency: 'EUR', exchangeRate: 5 };
    const { id, warnings } = await warningsOf(invoiceBody(euro));
    expect(warnings).toEqual([told]);
    const changed = (await request<{ validation: ValidationResult }>('PUT', `/invoices/${id}`, { notes: 'x' })).body;
    expect(changed.validation).toMatchObject({ valid: true, warnings: [told] });
    const { body: quick } = await request<ValidationResult>('POST', `/invoices/${id}/validate`);
    expect(quick.warnings).toEqual([told]);
    expect((await full(id)).warnings.filter(one => one.includes('bank account'))).toEqual([`[BT-84] ${told}`]);
    expect((await act(id, 'issue')).body).toMatchObject({ status: 'issued', warnings: [told] });
    for (const other of [{ paymentMethod: 'cash' }, { payeeBankAccount: 'RO49AAAA1B31007593840000', payeeName: 'Factor' }])
      expect((await warningsOf(invoiceBody({ ...euro, ...other }))).warnings).toEqual([]);
    expect((await warningsOf(invoiceBody())).warnings).toEqual([]);
  });
});
