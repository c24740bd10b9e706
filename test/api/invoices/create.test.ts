import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#shared/base/kernel/ids.ts';
import { type Product, productKey } from '#shared/records/catalogue/products/store.ts';
import { create, transact } from '#shared/platform/store/transact.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { EXTENSIONS, FIELDS, LINE_EXTENSIONS } from '../../support/invoice-fields.ts';
import { call, invoiceBody, issued, post, trader } from '../../support/invoices.ts';
import { type Scope, useService } from '../../support/service.ts';
import { DEPTH } from '../../support/effort.ts';

const line = (overrides: object = {}) => ({ description: 'Masă', quantity: 1, unitPrice: 100, vatRate: 21, ...overrides });

const service = useService();
const scope = {} as Scope & { clientId: string };

beforeAll(async () => {
  Object.assign(scope, await trader(service()));
});

/** A body that no draft matches by chance. */
const body = (overrides: object = {}) => invoiceBody(scope.clientId, overrides);

async function created(overrides: object = {}) {
  const answer = await post(service(), scope, body(overrides));
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

async function product(): Promise<Product> {
  const at = new Date().toISOString();
  const record: Product = {
    ...{ id: newId(), version: 1, name: 'Scaun', code: 'SC-1', description: null, unitPrice: '10', currency: 'RON' },
    ...{ vatRateId: null, vatRate: '21', vatCategoryCode: 'S', unitOfMeasure: 'set', isService: false, isActive: true },
    ...{ usage: 'both', ncCode: null, cpvCode: null, color: null, categoryId: null, sgrAmount: null, source: 'manual' },
    ...{ lastSyncedAt: null, deletedAt: null, createdAt: at, updatedAt: at },
  };
  await transact([create({ ...productKey(scope.company, record.id), kind: 'product', row: { record, stats: {} } })]);
  return record;
}

/** The response's status, code and the fields that `details` names. */
async function refused(overrides: object): Promise<[number, string, string[]]> {
  const answer = await post(service(), scope, body(overrides));
  return [answer.status, answer.body.error?.code, Object.keys(answer.body.error?.details ?? {})];
}

describe('A draft keeps what it was created with (INV-12 to INV-17)', () => {
  it('stores and returns every field of the body, and drops unknown keys (INV-12, REQ-15)', async () => {
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
    expect(read.body).toEqual(invoice);
    expect(invoice['series']).toEqual({ id: invoice['documentSeriesId'], name: 'FCT', prefix: 'FCT', nextNumber: 2 });
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

  it('treats empty text in an optional field as null (REQ-10)', async () => {
    const { invoice } = await created({
      ...{ dueDate: '', currency: '', language: '', paymentMethod: '', invoiceTypeCode: '', notes: ' ', documentSeriesId: '' },
      ...{ parentDocumentId: '', idempotencyKey: '', receiverCif: ' ', exchangeRate: '', penaltyPercentPerDay: '' },
      ...{ clientBalanceExisting: ' ', clientBalanceOverdue: '', collect: { value: '', type: '', issueDate: '' } },
      lines: [
        line({
          ...{ unitOfMeasure: '', vatRateId: '', productId: '', vatCategoryCode: '', unitPrice: 44.44 },
          ...{ vatRate: '', discount: '', discountPercent: '' },
        }),
      ],
    });
    expect(invoice).toMatchObject({
      ...{ currency: 'RON', language: 'ro', notes: null, dueDate: null, idempotencyKey: null, exchangeRate: 1 },
      ...{ penaltyPercentPerDay: null, clientBalanceExisting: null, clientBalanceOverdue: null, amountPaid: 53.77 },
      lines: [{ vatRate: 21, discount: null, discountPercent: null, total: 53.77 }],
    });
  });

  it('reads numbers given as text exactly, and currencies in any case (REQ-25)', async () => {
    const { invoice } = await created({
      currency: 'eur',
      exchangeRate: '4.976543',
      lines: [line({ quantity: '0.3333', unitPrice: '9999999.9999', vatRate: '21.00' })],
    });
    expect(invoice).toMatchObject({ currency: 'EUR', exchangeRate: 4.976543, subtotal: 3333000, total: 4032930 });
  });

  it('uses the rate of the record that vatRateId names', async () => {
    const rates = await call<{ id: string; rate: number }[]>(service(), scope, 'GET', '/vat-rates');
    const reduced = rates.body.find(rate => rate.rate === 11)?.id;
    const { invoice } = await created({ lines: [line({ vatRate: undefined, vatRateId: reduced })] });
    expect(invoice).toMatchObject({ total: 111, lines: [{ vatRate: 11, vatRateId: reduced, vatCategoryCode: 'S' }] });
  });

  it.runIf(DEPTH)('treats null and empty text in ublExtensions as absent (interface: all optional)', async () => {
    const nothing = (extensions: object): object =>
      Object.fromEntries(Object.entries(extensions).flatMap(([key], place) => [[key, place % 2 === 0 ? null : '']]));
    const charge = { chargeIndicator: false, amount: '1.00', taxCategoryCode: 'S', taxRate: '21' };
    const { invoice } = await created({
      ublExtensions: {
        ...nothing(EXTENSIONS),
        delivery: { actualDeliveryDate: '', deliveryAddress: nothing(EXTENSIONS.delivery.deliveryAddress) },
        allowanceCharges: [{ ...charge, reason: null, reasonCode: '', baseAmount: '', multiplierFactorNumeric: null }],
        additionalDocumentReferences: [{ id: 'A-1', documentTypeCode: null, documentDescription: '' }],
      },
      lines: [line({ ublExtensions: nothing(LINE_EXTENSIONS) })],
    });
    expect(invoice).toMatchObject({ lines: [{ ublExtensions: {} }] });
    expect(invoice['ublExtensions']).toEqual({
      delivery: { deliveryAddress: {} },
      allowanceCharges: [charge],
      additionalDocumentReferences: [{ id: 'A-1' }],
    });
    expect(await refused({ ublExtensions: { allowanceCharges: [{ ...charge, amount: '' }] } })).toEqual([
      400,
      'bad_request',
      ['ublExtensions.allowanceCharges.0.amount'],
    ]);
  });

  it.runIf(DEPTH)('keeps every category that agrees with its rate, and corrects one that does not (TAX-12)', async () => {
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

  it.runIf(DEPTH)(
    'defaults to category O for a company that is not a VAT payer (TAX-15), and to RON for any (INV-15)',
    async () => {
      const own = await service().newCompany(await service().newUser(), {
        vatPayer: false,
        vatCode: null,
        defaultCurrency: 'EUR',
      });
      const { body: answer } = await post(service(), own, {
        ...{ issueDate: today(), receiverName: 'Ana' },
        lines: [line({ vatRate: undefined })],
      });
      expect(answer.invoice).toMatchObject({ currency: 'RON', total: 100, lines: [{ vatRate: 0, vatCategoryCode: 'O' }] });
    },
  );
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

  it.runIf(DEPTH)('shows the VAT code, else the tax id, of a client without a register number', async () => {
    for (const [vatCode, shown] of [
      ['RO31415926', 'RO31415926'],
      [null, '27182818'],
    ]) {
      const record = { name: `Fără registru ${shown}`, cui: shown, vatCode, registrationNumber: null };
      const { id: clientId } = await service().newClient(scope, record);
      expect((await created({ clientId })).invoice['client']).toMatchObject({ registrationNumber: shown });
    }
  });
});

describe('errors of issuing are reported at creation (INV-35)', () => {
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
    expect(validation.warnings.map(warning => warning.split(':')[0])).toEqual(['exchangeRate', 'dueDate', 'company']);
  });
});

it('takes admission, one round trip of reads and one transaction', async () => {
  await created();
  const cost = service().runtime.meter.last(1)[0];
  expect(cost).toMatchObject({ function: 'invoices-create', dynamodb: { roundTrips: 3, scans: 0 } });
});
