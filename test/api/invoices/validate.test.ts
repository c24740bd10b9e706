import { beforeAll, describe, expect, it } from 'vitest';
import { expecting } from '../../../infra/local/api-client.ts';
import { BANK_ACCOUNT } from '../../../infra/local/demo/journey.ts';
import { putXml } from '#shared/output/files/xml.ts';
import type { Answered, Refusal, ValidationResult } from '../../support/contract.ts';
import { notIssued } from '../../support/einvoice/issued-documents.ts';
import { useTrader } from '../../support/trader.ts';
import { call, draft as draftOf } from '../../support/invoices.ts';
import { DEPTH } from '../../support/effort.ts';

const line = (overrides: object = {}) => ({
  description: 'Consultanță',
  quantity: 1,
  unitPrice: 100,
  vatRate: 21,
  ...overrides,
});
const OVERLONG = 'ș'.repeat(201);
const TOO_LONG = 'Shorten the description of the item to 200 characters.';

const { service, scope, request, post, act, invoiceBody, draft, issued, file } = useTrader({ connected: true });
beforeAll(async () => {
  await expecting(201, 'A bank account', service().api('POST', '/api/v1/bank-accounts', { ...scope, body: BANK_ACCOUNT }));
});

const validated = (id: string, query = ''): Promise<Answered<ValidationResult & Refusal>> =>
  request('POST', `/invoices/${id}/validate${query}`);
const full = async (id: string): Promise<ValidationResult> => {
  const { status, body } = await validated(id, '?mode=full');
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

describe('POST /invoices/{uuid}/validate (INV-34 to INV-36)', () => {
  it('quick is the default: a complete document is valid', async () => {
    const { id } = await draft();
    const { status, body } = await validated(id);
    expect([status, body]).toEqual([200, { valid: true, errors: [], warnings: [], schematronAvailable: false, findings: [] }]);
  });

  it('quick reports required fields and dates, and evaluates no rule of the e-invoice', async () => {
    const { id } = await draft({ clientId: undefined, dueDate: '2020-01-01', lines: [line({ description: OVERLONG })] });
    const { body } = await validated(id, '?mode=quick');
    expect(body).toMatchObject({ valid: false, findings: [] });
    expect(body.errors).toEqual([
      'clientId: a client is needed: give clientId or receiverName',
      'dueDate: must not be before issueDate',
    ]);
  });

  it('full reports rule, business term, place in the XML and field of the request', async () => {
    const { id } = await draft({ lines: [line(), line({ description: OVERLONG })], invoiceTypeCode: '383' });
    const result = await full(id);
    expect(result.valid).toBe(false);
    expect(result.errors).toEqual([
      expect.stringMatching(/^\[BR-RO-020\] invoiceTypeCode: Use type 380/),
      `[BR-RO-L212] lines.1.description: ${TOO_LONG}`,
    ]);
    expect(result.findings[1]).toEqual({
      ...{ rule: 'BR-RO-L212', severity: 'fatal', message: TOO_LONG, businessTerm: 'BT-154' },
      ...{ xpath: '/Invoice/cac:InvoiceLine[2]', field: 'lines.1.description' },
    });
  });

  it('changes nothing', async () => {
    const before = await draft({ lines: [line({ description: OVERLONG })] });
    await full(before.id);
    const { body } = await request('GET', `/invoices/${before.id}`);
    expect([body.updatedAt, body.status, body.events]).toEqual([before.updatedAt, before.status, before.events]);
  });

  it('rejects another mode: 422', async () => {
    const { id } = await draft();
    const { status, body } = await validated(id, '?mode=thorough');
    expect([status, body.error.code, Object.keys(body.error.details)]).toEqual([422, 'validation_error', ['mode']]);
  });

  it.runIf(DEPTH)('full finds nothing in a draft that can be issued, nor in the issued invoice', async () => {
    const nothing = { valid: true, errors: [], warnings: [], schematronAvailable: false, findings: [] };
    expect(await full((await draft()).id)).toEqual(nothing);
    expect(await full((await issued()).id)).toEqual(nothing);
  });

  it.runIf(DEPTH)('full warns of a unit without a code, which is sent as pieces (EIN-10)', async () => {
    const { id } = await draft({ lines: [line({ unitOfMeasure: 'găleată' })] });
    const result = await full(id);
    expect(result).toMatchObject({ valid: true, errors: [] });
    expect(result.warnings).toEqual([expect.stringMatching(/^\[BR-CL-23\] lines.0.unitOfMeasure: .*H87/)]);
  });
});

describe('errors of the rules', () => {
  it('other rules are already errors at creation and after a change', async () => {
    const body = invoiceBody({ taxPointDateCode: '5' });
    const { invoice, validation } = (await post(body)).body;
    expect(validation).toMatchObject({
      valid: false,
      errors: [expect.stringMatching(/^\[BR-RO-040\] taxPointDateCode: /), expect.stringContaining('[BR-CL-06]')],
    });
    const changed = await expecting<{ validation: ValidationResult }>(
      200,
      'Changing it',
      service().api('PUT', `/api/v1/invoices/${invoice.id}`, { ...scope, body: { taxPointDateCode: '3' } }),
    );
    expect(changed.validation).toMatchObject({ valid: true, errors: [] });
  });

  it('submit validates the bytes that it sends: XML that was damaged in storage is rejected, and nothing is stored', async () => {
    const invoice = await issued();
    const { body: xml } = await file(invoice.id, 'xml');
    const damaged = xml.toString().replace(/<cbc:TaxExclusiveAmount[^>]*>.*<\/cbc:TaxExclusiveAmount>/, '');
    notIssued(damaged);
    await putXml(String(invoice.xmlPath), damaged);
    const refused = await act<Refusal>(invoice.id, 'submit');
    expect([refused.status, refused.body.error.code]).toEqual([422, 'validation_error']);
    const rules = (refused.body.error.details['rules'] as { rule: string }[]).map(({ rule }) => rule);
    expect(rules).toEqual(expect.arrayContaining(['BR-13', 'BR-CO-15']));
    const { body: after } = await request('GET', `/invoices/${invoice.id}`);
    expect(after).toMatchObject({ status: 'issued', taxauthSubmissionId: null });
  });

  it.runIf(DEPTH)('a text over its length is a warning at creation and an error at issue (EIN-16)', async () => {
    const body = invoiceBody({ lines: [line({ description: OVERLONG })] });
    const { invoice, validation } = (await post(body)).body;
    expect(validation).toEqual({
      ...{ valid: true, errors: [], schematronAvailable: false },
      warnings: [`[BR-RO-L212] lines.0.description: ${TOO_LONG}`],
    });
    const refused = await act<Refusal>(invoice.id, 'issue');
    expect([refused.status, refused.body.error]).toEqual([
      422,
      {
        code: 'validation_error',
        message: 'The invoice is not complete.',
        details: {
          'lines.0.description': [`${TOO_LONG} [BR-RO-L212]`],
          rules: [expect.objectContaining({ rule: 'BR-RO-L212', severity: 'fatal', field: 'lines.0.description' })],
        },
      },
    ]);
    expect((await request('GET', `/invoices/${invoice.id}`)).body).toMatchObject({ status: 'draft' });
  });

  it.runIf(DEPTH)('missing data of the company are reported under company, as no field of the request has them', async () => {
    const other = await service().newCompany(await service().newUser(), { address: null, city: 'Cluj-Napoca', state: 'Cluj' });
    const { id } = await draftOf(service(), other);
    const refused = await call<Refusal>(service(), other, 'POST', `/invoices/${id}/issue`);
    expect([refused.status, refused.body.error.details]).toMatchObject([
      422,
      { company: [expect.stringContaining('[BR-RO-081]')], rules: [{ rule: 'BR-RO-081', field: null }] },
    ]);
  });
});
