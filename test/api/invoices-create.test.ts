import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../shared/kernel/ids.ts';
import { today } from '../../shared/kernel/clock.ts';
import { type Product, productKey } from '../../shared/catalogue/products.ts';
import { companyScope } from '../../shared/store/table.ts';
import { create, transact, update } from '../../shared/store/transact.ts';
import { clientKey } from '../../shared/parties/client.ts';
import { EXTENSIONS, FIELDS, LINE_EXTENSIONS } from '../support/invoice-fields.ts';
import { call, draft, invoiceBody, issued, post, type Refusal, trader } from '../support/invoices.ts';
import { type Scope, useService } from '../support/service.ts';

const service = useService();
let scope: Scope & { clientId: string };

beforeAll(async () => {
  scope = await trader(service());
});

afterAll(() => {
  expect(service().runtime.violations).toEqual([]);
});

/** A body that no draft matches by chance. */
const body = (overrides: object = {}) => invoiceBody(scope.clientId, overrides);
const line = (overrides: object = {}) => ({ description: 'Masă', quantity: 1, unitPrice: 100, vatRate: 21, ...overrides });

async function created(overrides: object = {}) {
  const answer = await post(service(), scope, body(overrides));
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

/** The answer's status, code and the fields that `details` names. */
async function refused(overrides: object): Promise<[number, string, string[]]> {
  const answer = await post(service(), scope, body(overrides));
  return [answer.status, answer.body.error?.code, Object.keys(answer.body.error?.details ?? {})];
}

async function product(): Promise<Product> {
  const at = new Date().toISOString();
  const record: Product = {
    ...{ id: newId(), version: 1, name: 'Scaun', code: 'SC-1', description: null, unitPrice: '10', currency: 'RON' },
    ...{ vatRateId: null, vatRate: '21', vatCategoryCode: 'S', unitOfMeasure: 'set', isService: false, isActive: true },
    ...{ usage: 'both', ncCode: null, cpvCode: null, color: null, categoryId: null, sgrAmount: null, source: 'manual' },
    ...{ lastSyncedAt: null, deletedAt: null, createdAt: at, updatedAt: at },
  };
  await transact([create({ ...productKey(companyScope(scope.company), record.id), kind: 'product', data: record })]);
  return record;
}

describe('A draft keeps what it was created with (interface §POST invoices)', () => {
  it('stores and returns every field of the body, and drops unknown keys (interface §Request body)', async () => {
    const parent = await issued(service(), scope, { clientId: scope.clientId });
    const { id: productId } = await product();
    const sent = {
      ...FIELDS,
      documentType: 'invoice',
      isCreditNote: false,
      parentDocumentId: parent.id,
      collect: { value: 50, type: 'card', issueDate: '2026-01-20', documentNumber: 'CH-1', mentions: 'Avans' },
      ublExtensions: { ...EXTENSIONS, unknownKey: 1, delivery: { ...EXTENSIONS.delivery, another: true } },
      unknownField: 'dropped',
      lines: [
        line({
          ...{ quantity: 2.5, unitPrice: 10.1234, vatCategoryCode: 'S', unitOfMeasure: 'kg', productId, discount: 1.5 },
          ...{ vatIncluded: true, productCode: 'COD', unknownKey: 1, ublExtensions: { ...LINE_EXTENSIONS, other: {} } },
        }),
        line({ discountPercent: 12.5 }),
      ],
    };
    const { invoice } = await created(sent);
    const read = await call(service(), scope, 'GET', `/invoices/${invoice.id}`);
    expect(read.body).toEqual({ ...invoice, series: { ...(invoice['series'] as object), nextNumber: 2 } });
    expect(invoice).toMatchObject({
      ...FIELDS,
      receiverCif: 'RO111222',
      id: invoice['uuid'],
      status: 'draft',
      direction: 'outgoing',
      documentType: 'invoice',
      isCreditNote: false,
      clientId: scope.clientId,
      client: { id: scope.clientId, name: 'Șantierul Verde SA', cif: 'RO38462015', city: 'Cluj-Napoca', country: 'RO' },
      supplier: { id: scope.company, cif: '40123452' },
      parentDocumentId: parent.id,
      parentDocument: { id: parent.id, uuid: parent.id, number: parent.number, issueDate: parent['issueDate'], total: 121 },
      ublExtensions: EXTENSIONS,
      lines: [
        {
          ...{ lineNumber: 1, quantity: 2.5, unitPrice: 10.1234, unitOfMeasure: 'kg', vatRate: 21, vatCategoryCode: 'S' },
          ...{ discount: 1.5, discountPercent: null, vatIncluded: true, productCode: 'COD', ublExtensions: LINE_EXTENSIONS },
          product: { id: productId, name: 'Scaun', code: 'COD' },
        },
        { lineNumber: 2, discount: null, discountPercent: 12.5, product: null, productCode: null, ublExtensions: null },
      ],
      payments: [{ amount: 50, paymentDate: '2026-01-20', paymentMethod: 'card', reference: 'CH-1', notes: 'Avans' }],
    });
    expect(invoice['ublExtensions']).toEqual(EXTENSIONS);
    expect(invoice).not.toHaveProperty('unknownField');
  });

  it('fills in the defaults of the contract', async () => {
    const { invoice } = await created({
      dueDate: undefined,
      idempotencyKey: undefined,
      lines: [{ description: 'Carte', quantity: 1, unitPrice: 33.33 }],
    });
    expect(invoice).toMatchObject({
      ...{
        number: expect.stringMatching(/^DRAFT-[0-9a-f]{8}$/),
        language: 'ro',
        paymentMethod: 'bank_transfer',
        currency: 'RON',
      },
      ...{ exchangeRate: 1, invoiceTypeCode: '380', documentType: 'invoice', direction: 'outgoing', dueDate: null, notes: null },
      ...{ tvaLaIncasare: false, platitorTva: false, plataOnline: false, showClientBalance: false, penaltyEnabled: false },
      ...{ idempotencyKey: null, ublExtensions: null, parentDocument: null, amountPaid: 0, balance: 40.33, total: 40.33 },
      ...{ paymentStatus: 'unpaid', isOverdue: false, xmlGenerated: false, pdfGenerated: false, taxauthStatus: null },
      ...{ cancelledAt: null, restoredAt: null, payments: [], attachments: [], creditNotes: [] },
      series: { name: 'FCT', prefix: 'FCT' },
      lines: [
        {
          ...{ vatRate: 21, vatCategoryCode: 'S', vatRateId: expect.any(String), unitOfMeasure: 'buc', vatIncluded: false },
          ...{ discount: null, discountPercent: null, subtotal: 33.33, vatAmount: 7, total: 40.33 },
        },
      ],
    });
  });

  it('takes empty text in an optional field for null (completions-accounts §1.2)', async () => {
    const { invoice } = await created({
      ...{ dueDate: '', currency: '', language: '', paymentMethod: '', invoiceTypeCode: '', notes: ' ', documentSeriesId: '' },
      ...{ parentDocumentId: '', idempotencyKey: '', receiverCif: ' ' },
      lines: [line({ unitOfMeasure: '', vatRateId: '', productId: '', vatCategoryCode: '', unitPrice: 44.44 })],
    });
    expect(invoice).toMatchObject({ currency: 'RON', language: 'ro', notes: null, dueDate: null, idempotencyKey: null });
  });

  it('reads numbers given as text exactly, and currencies in any case (completions-documents §14)', async () => {
    const { invoice } = await created({
      currency: 'eur',
      exchangeRate: '4.976543',
      lines: [line({ quantity: '0.3333', unitPrice: '9999999.9999', vatRate: '21.00' })],
    });
    expect(invoice).toMatchObject({ currency: 'EUR', exchangeRate: 4.976543, subtotal: 3333000, total: 4032930 });
  });

  it('keeps every category that agrees with its rate, and corrects one that does not (interface §Invoice line object)', async () => {
    const cases: [sent: object, rate: number, category: string][] = [
      [{ vatRate: 0 }, 0, 'Z'],
      [{ vatRate: 0, vatCategoryCode: 'S' }, 0, 'Z'],
      [{ vatRate: 0, vatCategoryCode: 'AE' }, 0, 'AE'],
      [{ vatRate: 0, vatCategoryCode: 'E' }, 0, 'E'],
      [{ vatRate: 0, vatCategoryCode: 'K' }, 0, 'K'],
      [{ vatRate: 0, vatCategoryCode: 'G' }, 0, 'G'],
      [{ vatRate: 0, vatCategoryCode: 'O' }, 0, 'O'],
      [{ vatRate: 11, vatCategoryCode: 'Z' }, 11, 'S'],
      [{ vatRate: 21, vatCategoryCode: 'AE' }, 21, 'S'],
      [{ vatRate: undefined, vatCategoryCode: 'AE' }, 0, 'AE'],
      [{ vatRate: undefined, vatCategoryCode: 'S' }, 21, 'S'],
      [{ vatRate: undefined }, 21, 'S'],
      [{ vatRate: null, vatCategoryCode: null }, 21, 'S'],
      [{ vatRate: 7.5 }, 7.5, 'S'],
    ];
    const { invoice } = await created({ lines: cases.map(([sent]) => line(sent)) });
    const lines = invoice['lines'] as { vatRate: number; vatCategoryCode: string }[];
    expect(lines.map(one => [one.vatRate, one.vatCategoryCode])).toEqual(cases.map(([, ...expected]) => expected));
  });

  it('takes the rate of the record that vatRateId names', async () => {
    const rates = await call<{ id: string; rate: number }[]>(service(), scope, 'GET', '/vat-rates');
    const reduced = rates.body.find(rate => rate.rate === 11)?.id;
    const { invoice } = await created({ lines: [line({ vatRate: undefined, vatRateId: reduced })] });
    expect(invoice).toMatchObject({ total: 111, lines: [{ vatRate: 11, vatRateId: reduced, vatCategoryCode: 'S' }] });
  });

  it('defaults to the 0 rate for a company that is not a VAT payer (completions-accounts §13)', async () => {
    const own = await service().newCompany(await service().newUser(), { vatPayer: false, vatCode: null });
    const { body: answer } = await post(service(), own, {
      ...{ issueDate: today(), receiverName: 'Ana' },
      lines: [line({ vatRate: undefined })],
    });
    expect(answer.invoice).toMatchObject({ total: 100, lines: [{ vatRate: 0, vatCategoryCode: 'Z' }] });
  });
});

describe('Buyer', () => {
  it('may be a receiver without a record: a company with a tax number, or a private person', async () => {
    const company = (await created({ clientId: undefined, receiverName: 'Firma SRL', receiverCif: 'RO 18547290' })).invoice;
    expect(company).toMatchObject({ clientId: null, client: null, receiverName: 'Firma SRL', receiverCif: 'RO18547290' });
    const person = (await created({ clientId: null, receiverName: 'Ion Pop' })).invoice;
    expect(person).toMatchObject({ client: null, receiverName: 'Ion Pop', receiverCif: null });
    const list = await call<{ data: { clientName: string }[] }>(service(), scope, 'GET', '/invoices?search=Firma%20SRL');
    expect(list.body.data.map(row => row.clientName)).toEqual(['Firma SRL']);
  });

  it('may be missing from a draft: the validation result says so (interface: "should be given")', async () => {
    const { invoice, validation } = await created({ clientId: undefined });
    expect(invoice).toMatchObject({ client: null, receiverName: null });
    expect(validation).toEqual({
      valid: false,
      errors: ['clientId: a client is needed: give clientId or receiverName'],
      warnings: [],
      schematronAvailable: false,
    });
  });

  it('is the client when both are given, and a copy of it', async () => {
    const { id, name } = await service().newClient(scope, { name: 'Copia SRL', cui: 'RO22223333' });
    const { invoice } = await created({ clientId: id, receiverName: 'Altul' });
    await call(service(), scope, 'PATCH', `/clients/${id}`, { name: 'Redenumit SRL' });
    const { body: detail } = await call(service(), scope, 'GET', `/invoices/${invoice.id}`);
    expect([name, invoice['client'], detail['receiverName']]).toMatchObject(['Copia SRL', { id, name: 'Copia SRL' }, 'Altul']);
  });
});

describe('What issue would refuse is told at creation (interface §Invoice: validation)', () => {
  it.each([
    ['a future issue date', { issueDate: '2099-01-01', dueDate: '2099-01-01' }, 'issueDate: must not be in the future'],
    ['a due date before the issue date', { dueDate: '2020-01-01' }, 'dueDate: must not be before issueDate'],
  ])('%s', async (_, overrides, error) => {
    const { validation } = await created(overrides);
    expect(validation).toMatchObject({ valid: false, errors: [error] });
  });

  it('warns of a foreign currency without a rate, and of a missing due date', async () => {
    const { validation } = await created({ currency: 'EUR', dueDate: null });
    expect(validation.valid).toBe(true);
    expect(validation.warnings.map(warning => warning.split(':')[0])).toEqual(['exchangeRate', 'dueDate']);
  });
});

describe('autoApplyVatRules', () => {
  const buyer = async (country: string, vatCode: string | null, extra: object = {}) =>
    (
      await service().newClient(scope, {
        ...{ type: 'company', name: `Buyer ${vatCode}`, cui: vatCode, vatCode, country, county: null, ...extra },
      })
    ).id;

  /** What the EU's registry answered when the client was made. */
  const knownToVies = (clientId: string) =>
    transact([
      update(clientKey(companyScope(scope.company), clientId), {
        expression: 'SET #data.viesValid = :true',
        names: { '#data': 'data' },
        values: { ':true': true },
      }),
    ]);

  it('reverses the charge for an EU client that the VAT registry knows, on every line', async () => {
    const clientId = await buyer('DE', 'DE123456789');
    await knownToVies(clientId);
    const { invoice } = await created({ clientId, autoApplyVatRules: true, lines: [line(), line({ vatRate: 11 })] });
    expect(invoice).toMatchObject({
      ...{ total: 200, vatTotal: 0 },
      lines: [
        { vatRate: 0, vatCategoryCode: 'AE' },
        { vatRate: 0, vatCategoryCode: 'AE' },
      ],
    });
  });

  it("takes the destination country's rate for any other EU client", async () => {
    const { id: clientId } = await service().newClient(scope, {
      ...{ type: 'individual', name: 'Jan Nowak', cui: null, country: 'PL', county: null, isVatPayer: false },
    });
    const { invoice } = await created({
      clientId,
      autoApplyVatRules: true,
      vatIncluded: true,
      lines: [line({ unitPrice: 123 })],
    });
    expect(invoice).toMatchObject({
      ...{ total: 123, subtotal: 100, lines: [{ vatRate: 23, vatCategoryCode: 'S', vatIncluded: true }] },
    });
  });

  it('leaves clients at home and outside the EU as the lines say', async () => {
    const swiss = await service().newClient(scope, {
      ...{ type: 'company', name: 'Zürich AG', cui: 'CHE123456789', country: 'CH', county: null },
    });
    for (const clientId of [scope.clientId, swiss.id]) {
      const { invoice } = await created({ clientId, autoApplyVatRules: true, lines: [line({ vatRate: 11 })] });
      expect(invoice).toMatchObject({ lines: [{ vatRate: 11, vatCategoryCode: 'S' }] });
    }
  });
});

describe('collect records a payment at once (interface §collect, completions-accounts §17)', () => {
  it('of the whole total today by default: the invoice is paid', async () => {
    const { invoice } = await created({ collect: {} });
    expect(invoice).toMatchObject({
      ...{ amountPaid: 121, balance: 0, paymentStatus: 'paid', status: 'draft', paidAt: today() },
      payments: [{ amount: 121, paymentDate: today(), paymentMethod: 'bank_transfer', reference: null, notes: null }],
    });
    expect(invoice.events.map(event => [event.type, event.status])).toEqual([
      ['payment_received', null],
      ['created', 'draft'],
    ]);
    const [payment] = invoice['payments'] as { id: string }[];
    expect(invoice.events[0]?.metadata).toEqual({
      ...{ paymentId: payment?.id, amount: 121, currency: 'RON', method: 'bank_transfer' },
    });
  });

  it('of a part: partially paid', async () => {
    const { invoice } = await created({ collect: { value: 21.5 } });
    expect(invoice).toMatchObject({ amountPaid: 21.5, balance: 99.5, paymentStatus: 'partially_paid', paidAt: null });
  });

  it('of a cent more than the total, which is within the tolerance, and no more', async () => {
    const { invoice } = await created({ collect: { value: 121.01 } });
    expect(invoice).toMatchObject({ amountPaid: 121.01, balance: 0, paymentStatus: 'paid' });
    expect(await refused({ collect: { value: 121.02 } })).toEqual([422, 'validation_error', ['collect.value']]);
  });

  it.each([
    ['0', { value: 0 }, 'collect.value'],
    ['a negative value', { value: -5 }, 'collect.value'],
    ['three decimals', { value: 1.005 }, 'collect.value'],
    ['a date in the future', { issueDate: '2099-01-01' }, 'collect.issueDate'],
  ])('refuses %s: 422', async (_, collect, field) => {
    expect(await refused({ collect })).toEqual([422, 'validation_error', [field]]);
  });

  it('refuses a refund, which takes no payment: 422', async () => {
    expect(await refused({ collect: {}, lines: [line({ quantity: -1 })] })).toEqual([422, 'validation_error', ['collect.value']]);
  });

  it.each([
    ['an unknown type', { type: 'barter' }, 'collect.type'],
    ['a date that is none', { issueDate: '2026-02-30' }, 'collect.issueDate'],
    ['text for a value', { value: 'all' }, 'collect.value'],
  ])('refuses %s: 400', async (_, collect, field) => {
    expect(await refused({ collect })).toEqual([400, 'bad_request', [field]]);
  });
});

describe('A body of the wrong form: 400', () => {
  it.each<[string, object, string[]]>([
    ['no issueDate', { issueDate: undefined }, ['issueDate']],
    ['a date that is none', { issueDate: '2026-02-30' }, ['issueDate']],
    ['an instant for a date', { issueDate: '2026-02-03T00:00:00Z' }, ['issueDate']],
    ['no lines', { lines: undefined }, ['lines']],
    ['empty lines', { lines: [] }, ['lines']],
    ['lines that are no array', { lines: {} }, ['lines']],
    ['a line without description', { lines: [line({ description: undefined })] }, ['lines.0.description']],
    ['a line with a blank description', { lines: [line(), line({ description: '  ' })] }, ['lines.1.description']],
    ['a line without quantity', { lines: [line({ quantity: undefined })] }, ['lines.0.quantity']],
    ['a line without price', { lines: [line({ unitPrice: null })] }, ['lines.0.unitPrice']],
    ['a quantity that is no number', { lines: [line({ quantity: 'two' })] }, ['lines.0.quantity']],
    ['a comma', { lines: [line({ unitPrice: '1,50' })] }, ['lines.0.unitPrice']],
    ['an exponent as text', { lines: [line({ unitPrice: '1e2' })] }, ['lines.0.unitPrice']],
    ['NaN', { lines: [line({ unitPrice: 'NaN' })] }, ['lines.0.unitPrice']],
    ['a number of a thousand digits', { lines: [line({ unitPrice: '9'.repeat(1000) })] }, ['lines.0.unitPrice']],
    ['an unknown category', { lines: [line({ vatCategoryCode: 'X' })] }, ['lines.0.vatCategoryCode']],
    ['a client id that is no UUID', { clientId: '12' }, ['clientId']],
    ['a number for text', { notes: 5 }, ['notes']],
    ['text for a flag', { platitorTva: 'yes' }, ['platitorTva']],
    ['an unknown payment method', { paymentMethod: 'barter' }, ['paymentMethod']],
    ['an unknown language', { language: 'it' }, ['language']],
    ['an idempotencyKey of 256 characters', { idempotencyKey: 'k'.repeat(256) }, ['idempotencyKey']],
    [
      '21 document allowances',
      {
        ublExtensions: {
          allowanceCharges: Array(21).fill({ chargeIndicator: false, amount: '1', taxCategoryCode: 'S', taxRate: '21' }),
        },
      },
      ['ublExtensions.allowanceCharges'],
    ],
    ['a negative prepaidAmount', { ublExtensions: { prepaidAmount: '-1' } }, ['ublExtensions.prepaidAmount']],
    [
      '11 references',
      { ublExtensions: { additionalDocumentReferences: Array(11).fill({ id: 'A' }) } },
      ['ublExtensions.additionalDocumentReferences'],
    ],
    [
      'a reference without id',
      { ublExtensions: { additionalDocumentReferences: [{ documentTypeCode: '130' }] } },
      ['ublExtensions.additionalDocumentReferences.0.id'],
    ],
    [
      'a reference id of 201 characters',
      { ublExtensions: { additionalDocumentReferences: [{ id: 'x'.repeat(201) }] } },
      ['ublExtensions.additionalDocumentReferences.0.id'],
    ],
    [
      '11 line allowances',
      { lines: [line({ ublExtensions: { allowanceCharges: Array(11).fill({ chargeIndicator: false, amount: '1' }) } })] },
      ['lines.0.ublExtensions.allowanceCharges'],
    ],
    [
      '21 item properties',
      { lines: [line({ ublExtensions: { additionalItemProperties: Array(21).fill({ name: 'a', value: 'b' }) } })] },
      ['lines.0.ublExtensions.additionalItemProperties'],
    ],
    [
      'an item property longer than 50 and 100 characters',
      { lines: [line({ ublExtensions: { additionalItemProperties: [{ name: 'n'.repeat(51), value: 'v'.repeat(101) }] } })] },
      ['lines.0.ublExtensions.additionalItemProperties.0.name', 'lines.0.ublExtensions.additionalItemProperties.0.value'],
    ],
    [
      'a country that there is not',
      { lines: [line({ ublExtensions: { originCountry: 'QQ' } })] },
      ['lines.0.ublExtensions.originCountry'],
    ],
  ])('%s', async (_, overrides, fields) => {
    expect(await refused(overrides)).toEqual([400, 'bad_request', fields]);
  });

  it.each([
    ['text that is no JSON', '{"issueDate":'],
    ['an array', '[]'],
    ['a JSON text', '"invoice"'],
    ['an exponent number', JSON.stringify({ issueDate: today(), lines: [line({ unitPrice: 7 })] }).replace(':7,', ':7e2,')],
  ])('%s', async (_, raw) => {
    const answer = await service().api('POST', '/api/v1/invoices', {
      ...scope,
      body: raw,
      headers: { 'content-type': 'application/json' },
    });
    expect([answer.status, (answer.body as Refusal).error.code]).toEqual([400, 'bad_request']);
  });

  it('another content type than JSON', async () => {
    const answer = await service().api('POST', '/api/v1/invoices', {
      ...scope,
      body: JSON.stringify(body()),
      headers: { 'content-type': 'text/plain' },
    });
    expect([answer.status, (answer.body as Refusal).error.code]).toEqual([400, 'bad_request']);
  });

  it('a credit note, which is not offered yet, whichever way it says so', async () => {
    expect(await refused({ isCreditNote: true })).toEqual([400, 'bad_request', ['isCreditNote']]);
    expect(await refused({ documentType: 'credit_note' })).toEqual([400, 'bad_request', ['documentType']]);
    expect(await refused({ isCreditNote: 'true' })).toEqual([400, 'bad_request', ['isCreditNote']]);
  });

  it('nothing of it is stored', async () => {
    const count = async () => (await call<{ total: number }>(service(), scope, 'GET', '/invoices')).body.total;
    const before = await count();
    await refused({ lines: [] });
    await refused({ lines: [line({ quantity: 0 })] });
    expect(await count()).toBe(before);
  });
});

describe('What the company does not have: 404', () => {
  it('a client, series, VAT rate, product or parent that nobody has', async () => {
    const unknown = randomUUID();
    for (const overrides of [
      { clientId: unknown },
      { documentSeriesId: unknown },
      { parentDocumentId: unknown },
      { lines: [line({ vatRateId: unknown })] },
      { lines: [line({ productId: unknown })] },
    ]) {
      const [status, code] = await refused(overrides);
      expect([status, code], JSON.stringify(overrides)).toEqual([404, 'not_found']);
    }
  });

  it('or that another company has', async () => {
    const other = await trader(service());
    const series = (await call<{ id: string; type: string }[]>(service(), other, 'GET', '/document-series?type=invoice')).body[0];
    const rate = (await call<{ id: string }[]>(service(), other, 'GET', '/vat-rates')).body[0];
    const parent = await issued(service(), other, { clientId: other.clientId });
    for (const overrides of [
      { clientId: other.clientId },
      { documentSeriesId: series?.id },
      { parentDocumentId: parent.id },
      { lines: [line({ vatRateId: rate?.id })] },
    ]) {
      const [status, code] = await refused(overrides);
      expect([status, code], JSON.stringify(overrides)).toEqual([404, 'not_found']);
    }
  });

  it('a client that was deleted (completions-accounts §10)', async () => {
    const { id } = await service().newClient(scope, { name: 'Gone SRL', cui: 'RO99887766' });
    await call(service(), scope, 'DELETE', `/clients/${id}`);
    expect((await refused({ clientId: id }))[0]).toBe(404);
  });
});

describe('Values that no document may hold: 422 with the field', () => {
  const big = '10000000000';
  it.each<[string, object, string[]]>([
    ['a quantity of 0', { lines: [line({ quantity: 0 })] }, ['lines.0.quantity']],
    ['a negative price', { lines: [line({ unitPrice: -1 })] }, ['lines.0.unitPrice']],
    ['both discounts', { lines: [line({ discount: 1, discountPercent: 5 })] }, ['lines.0.discount']],
    ['five decimals', { lines: [line({ quantity: 1.00001, unitPrice: '2.00001' })] }, ['lines.0.quantity', 'lines.0.unitPrice']],
    ['a tiny price', { lines: [line({ unitPrice: '0.0000001' })] }, ['lines.0.unitPrice']],
    ['a quantity out of bounds', { lines: [line({ quantity: '100000000', unitPrice: 1 })] }, ['lines.0.quantity']],
    ['a price out of bounds', { lines: [line({ unitPrice: big })] }, ['lines.0.unitPrice', 'lines.0.quantity']],
    ['a line value out of bounds', { lines: [line({ quantity: 1000, unitPrice: 99999999 })] }, ['lines.0.quantity']],
    ['a total out of bounds', { lines: Array(2).fill(line({ unitPrice: '9000000000' })) }, ['lines']],
    [
      'a total in lei out of bounds',
      { currency: 'EUR', exchangeRate: 5, lines: [line({ unitPrice: '2000000000' })] },
      ['exchangeRate'],
    ],
    ['a rate above 100', { lines: [line({ vatRate: 100.5 })] }, ['lines.0.vatRate']],
    ['a negative rate', { lines: [line({ vatRate: -1 })] }, ['lines.0.vatRate']],
    ['a rate of three decimals', { lines: [line({ vatRate: '21.005' })] }, ['lines.0.vatRate']],
    ['a discount above the line', { lines: [line({ discount: 100.01 })] }, ['lines.0.discount']],
    ['a negative discount', { lines: [line({ discount: -1 })] }, ['lines.0.discount']],
    ['a discount of three decimals', { lines: [line({ discount: 1.005 })] }, ['lines.0.discount']],
    ['a percentage above 100', { lines: [line({ discountPercent: 101 })] }, ['lines.0.discountPercent']],
    ['an unknown currency', { currency: 'XXQ' }, ['currency']],
    ['a currency that is no code', { currency: 'lei' }, ['currency']],
    ['a type code that is none', { invoiceTypeCode: 'invoice' }, ['invoiceTypeCode']],
    ['an exchange rate of 0', { currency: 'EUR', exchangeRate: 0 }, ['exchangeRate']],
    ['an exchange rate of seven decimals', { currency: 'EUR', exchangeRate: '4.1234567' }, ['exchangeRate']],
    ['an exchange rate for RON', { exchangeRate: 5 }, ['exchangeRate']],
    ['a client balance of three decimals', { clientBalanceExisting: '1.005' }, ['clientBalanceExisting']],
    ['a penalty above 100 % a day', { penaltyPercentPerDay: 101 }, ['penaltyPercentPerDay']],
    [
      'an allowance of three decimals',
      {
        ublExtensions: {
          allowanceCharges: [{ chargeIndicator: false, amount: '1.005', taxCategoryCode: 'S', taxRate: '21' }],
        },
      },
      ['ublExtensions.allowanceCharges.0.amount'],
    ],
  ])('%s', async (_, overrides, fields) => {
    expect(await refused(overrides)).toEqual([422, 'validation_error', fields]);
  });

  it('every fault of every line is told at once', async () => {
    const [, , fields] = await refused({ lines: [line({ quantity: 0 }), line(), line({ unitPrice: -1, vatRate: 200 })] });
    expect(fields).toEqual(['lines.0.quantity', 'lines.2.unitPrice', 'lines.2.vatRate']);
  });

  it('a series that is inactive, or of another type', async () => {
    const add = (fields: object) =>
      call<{ id: string }>(service(), scope, 'POST', '/document-series', { type: 'invoice', active: true, ...fields });
    const [inactive, proforma, own] = await Promise.all([
      add({ prefix: 'OFF', active: false }),
      add({ prefix: 'PF', type: 'proforma' }),
      add({ prefix: 'OWN' }),
    ]);
    expect(await refused({ documentSeriesId: inactive.body.id })).toEqual([422, 'validation_error', ['documentSeriesId']]);
    expect(await refused({ documentSeriesId: proforma.body.id })).toEqual([422, 'validation_error', ['documentSeriesId']]);
    expect((await created({ documentSeriesId: own.body.id })).invoice).toMatchObject({
      series: { id: own.body.id, prefix: 'OWN' },
    });
  });

  it('a parent that has no number, or is void', async () => {
    const parent = await draft(service(), scope, { clientId: scope.clientId });
    expect(await refused({ parentDocumentId: parent.id })).toEqual([422, 'validation_error', ['parentDocumentId']]);
    await call(service(), scope, 'POST', `/invoices/${parent.id}/cancel`, { reason: 'Not needed any more' });
    expect(await refused({ parentDocumentId: parent.id })).toEqual([422, 'validation_error', ['parentDocumentId']]);
  });
});

describe('Size', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, place) => line({ description: `Reper ${place + 1}`, unitPrice: place + 0.01 }));

  it('1,000 lines are kept in their order and add up', async () => {
    const { invoice } = await created({ lines: many(1000) });
    const { body: detail } = await call(service(), scope, 'GET', `/invoices/${invoice.id}`);
    const lines = detail['lines'] as { description: string; lineNumber: number; subtotal: number; vatAmount: number }[];
    expect(lines.map(one => one.description)).toEqual(many(1000).map(one => one.description));
    expect(lines.map(one => one.lineNumber)).toEqual(lines.map((_, place) => place + 1));
    expect(detail).toMatchObject({ subtotal: 499_510, vatTotal: 104_897.1, total: 604_407.1 });
    const cents = (values: number[]) => values.reduce((total, value) => total + Math.round(value * 100), 0);
    expect(cents(lines.map(one => one.vatAmount))).toBe(10_489_710);
  });

  it('1,001 lines are refused: 400', async () => {
    expect(await refused({ lines: many(1001) })).toEqual([400, 'bad_request', ['lines']]);
  });

  it('a draft with lines of the greatest length fits the table', async () => {
    const long = Array.from({ length: 450 }, () => line({ description: 'ă'.repeat(1000) }));
    const { invoice } = await created({ lines: long });
    expect(invoice['lines']).toHaveLength(450);
  });
});

it('costs one wave of reads and one transaction', async () => {
  await created();
  const cost = service().runtime.meter.last(1)[0];
  expect(cost).toMatchObject({ function: 'invoices-create', dynamodb: { waves: 2, scans: 0 } });
});
