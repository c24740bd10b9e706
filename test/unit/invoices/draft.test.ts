import { describe, expect, it } from 'vitest';
import type { Product } from '#shared/records/catalogue/products/store.ts';
import type { Series } from '#shared/records/catalogue/series/store.ts';
import { withChanges } from '#shared/documents/invoices/draft.ts';
import type { InvoiceContext } from '#shared/documents/common/fiscal/context.ts';
import { invoiceChanges } from '#shared/documents/invoices/input.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { Problem } from '#shared/base/kernel/errors.ts';
import type { BankAccount } from '#shared/records/parties/bank-accounts/store.ts';
import type { Client } from '#shared/records/parties/clients/store.ts';
import type { Company } from '#shared/model/company.ts';
import { sampleDocument } from '../../support/documents.ts';

const uuid = (digit: number): string => `0198c0de-0000-7000-8000-00000000000${digit}`;

const series = (id: string, overrides: Partial<Series> = {}): Series => ({
  ...{ id, name: id, prefix: id, type: 'invoice', year: null, currentNumber: 0, highestUsed: 0, active: true },
  ...{ isDefault: false, source: 'manual', usedCount: 0, createdAt: id, updatedAt: id, ...overrides },
});
const client = (overrides: Partial<Client> = {}): Client => ({
  ...{ id: uuid(2), version: 1, type: 'company', name: 'Client SRL', cui: 'RO1', cnp: null, vatCode: null, isVatPayer: true },
  ...{ registrationNumber: null, address: null, city: null, county: null, postalCode: null, country: 'RO', email: null },
  ...{ phone: null, bankName: null, bankAccount: null, defaultPaymentTermDays: null, contactPerson: null, clientCode: null },
  ...{ idNumber: null, notes: null, currency: null, viesValid: null, viesValidatedAt: null, viesName: null },
  ...{ source: 'manual', lastSyncedAt: null, deletedAt: null, createdAt: '', updatedAt: '', ...overrides },
});
const company = (overrides: Partial<Company> = {}): Company =>
  ({
    id: uuid(1),
    name: 'Firma SRL',
    cif: '1',
    vatPayer: true,
    vatCode: 'RO1',
    country: 'RO',
    defaultCurrency: 'RON',
    bankAccount: 'OWN',
    bankName: 'Own',
    ...overrides,
  }) as Company;
const account = (iban: string, currency: string): BankAccount => ({
  ...{ id: iban, type: 'bank', iban, bankName: `Bank of ${iban}`, currency, isDefault: true, showOnInvoice: true },
  ...{ openingBalance: null, openingBalanceDate: null, source: 'manual', createdAt: '', updatedAt: '' },
});
const context = (overrides: Partial<InvoiceContext> = {}): InvoiceContext => ({
  ...{ company: company(), bankAccounts: [], series: [series(uuid(4), { isDefault: true })], vatRates: [], client: undefined },
  ...{ products: new Map(), parent: undefined, parentLines: [], credits: [], ...overrides },
});

const DRAFT: InvoiceDocument = { ...sampleDocument({ status: 'draft', sequence: null, number: 'DRAFT-1' }), seriesId: uuid(4) };

/** The document after a request body, as the endpoint reads it. */
const after = (body: object, more: Partial<InvoiceContext> = {}, before: InvoiceDocument = DRAFT): InvoiceDocument =>
  withChanges(before, invoiceChanges.parse(body), context(more));

function refusal(body: object, more: Partial<InvoiceContext> = {}, before = DRAFT): unknown[] {
  try {
    after(body, more, before);
  } catch (error) {
    if (error instanceof Problem) return [error.status, error.status === 404 ? error.message : error.details];
  }
  throw new Error('It was not refused.');
}

const line = (overrides: object = {}) => ({ description: 'Masă', quantity: 1, unitPrice: 100, vatRate: 21, ...overrides });

describe('A change of a draft is a pure function', () => {
  it('does not change its input', () => {
    const before = structuredClone(DRAFT);
    after({ notes: 'x', lines: [line()], clientId: null, receiverName: 'Ion' });
    expect(DRAFT).toEqual(before);
  });

  it('without changes results in the same lines and amounts', () => {
    const { lines, total, vatGroups } = after({});
    expect({ lines, total, vatGroups }).toEqual({ lines: DRAFT.lines, total: DRAFT.total, vatGroups: DRAFT.vatGroups });
  });
});

describe('Seller', () => {
  it('is the company as it is now, with the account of the currency, else its own', () => {
    const bankAccounts = [account('LEI', 'RON'), account('EURO', 'EUR')];
    const seller = (currency: string) => {
      const { iban, bankName } = after({ currency }, { bankAccounts }).seller;
      return [iban, bankName];
    };
    expect([seller('RON'), seller('EUR'), seller('USD')]).toEqual([
      ['LEI', 'Bank of LEI'],
      ['EURO', 'Bank of EURO'],
      ['OWN', 'Own'],
    ]);
  });
});

describe('Buyer', () => {
  it('is a copy of the client that the request names', () => {
    expect(after({ clientId: uuid(2) }, { client: client() })).toMatchObject({
      ...{ clientId: uuid(2), client: { id: uuid(2), name: 'Client SRL', cif: 'RO1' } },
    });
  });

  it('is kept as it was copied when the request does not name it', () => {
    expect(after({ receiverName: 'Other' }).client).toEqual(DRAFT.client);
  });

  it('unknown: 404', () => {
    expect(refusal({ clientId: uuid(2) })).toEqual([404, 'Client not found.']);
  });

  it.each([
    ['a private person', { receiverName: 'Ion' }, { type: 'individual', cif: null, country: 'RO', isVatPayer: false }],
    [
      'a company',
      { receiverName: 'A', receiverCif: '18547290' },
      { type: 'company', cif: '18547290', isVatPayer: false, vatCode: null },
    ],
    [
      'a VAT payer',
      { receiverName: 'A', receiverCif: 'ro 18547290' },
      { cif: 'ro18547290', isVatPayer: true, vatCode: 'RO18547290', country: 'RO' },
    ],
    ['a foreign company', { receiverName: 'A', receiverCif: 'DE123456789' }, { vatCode: 'DE123456789', country: 'DE' }],
    ['a Greek company', { receiverName: 'A', receiverCif: 'EL123456789' }, { vatCode: 'EL123456789', country: 'GR' }],
    [
      'a private person by number',
      { receiverName: 'Ion', receiverCif: '1800101221144' },
      { type: 'individual', cif: null, cnp: '1800101221144', isVatPayer: false },
    ],
    [
      'a company in Moldova, whose tax numbers have 13 digits too',
      { receiverName: 'A', receiverCif: '1003600012345', receiverCountry: 'MD' },
      { type: 'company', cif: '1003600012345', cnp: null, country: 'MD' },
    ],
    [
      'with an address',
      { receiverName: 'A', receiverAddress: 'Calle 1', receiverCity: 'Madrid', receiverCounty: 'MD', receiverCountry: 'ES' },
      { address: 'Calle 1', city: 'Madrid', county: 'MD', country: 'ES' },
    ],
  ])('may be a receiver without a record: %s', (_, body, party) => {
    expect(after({ clientId: null, ...body }).client).toMatchObject({ id: null, ...party });
  });

  it('may be absent', () => {
    expect(after({ clientId: null }).client).toBeNull();
  });
});

describe('Series', () => {
  const all = [
    series('B', { isDefault: true }),
    series('A'),
    series('PF', { type: 'proforma' }),
    series('OFF', { active: false }),
  ];
  const known = all.map((one, place) => ({ ...one, id: uuid(place + 1) }));
  const chosen = (body: object, before: Partial<InvoiceDocument> = {}): string | undefined =>
    after(body, { series: known }, { ...DRAFT, seriesId: null, series: null, ...before }).series?.name;

  it.each<[string, object, Partial<InvoiceDocument>, string | undefined]>([
    ['none named: the default', {}, {}, 'B'],
    ['named', { documentSeriesId: uuid(2) }, {}, 'A'],
    ['named before: kept', {}, { seriesId: uuid(2) }, 'A'],
    ['named before and switched off since: the default', {}, { seriesId: uuid(4) }, 'B'],
    ['named before and removed since: the default', {}, { seriesId: uuid(9) }, 'B'],
    ['null: the default', { documentSeriesId: null }, { seriesId: uuid(2) }, 'B'],
  ])('%s', (_, body, before, expected) => {
    expect(chosen(body, before)).toBe(expected);
  });

  it('none of the type: the draft has none yet', () => {
    expect(after({}, { series: [] }).series).toBeNull();
  });

  it('unknown: 404; inactive or of another type: 422', () => {
    expect(refusal({ documentSeriesId: uuid(9) }, { series: known })[0]).toBe(404);
    expect(refusal({ documentSeriesId: uuid(4) }, { series: known })).toEqual([422, { documentSeriesId: ['is inactive'] }]);
    expect(refusal({ documentSeriesId: uuid(3) }, { series: known })[0]).toBe(422);
  });

  it('is not checked once the number is taken', () => {
    const numbered = { ...DRAFT, sequence: 7 };
    expect(after({ documentSeriesId: uuid(9) }, {}, numbered)).toMatchObject({ seriesId: DRAFT.seriesId, sequence: 7 });
  });
});

describe('Parent', () => {
  const parent = (overrides: object = {}) => ({ ...sampleDocument(), id: uuid(7), ...overrides });

  it('is stored as given, and cleared by null', () => {
    const referring = after({ parentDocumentId: uuid(7) }, { parent: parent() });
    expect(referring).toMatchObject({
      parentDocumentId: uuid(7),
      parentDocument: { id: uuid(7), number: 'FCT-2026-001', issueDate: '2026-03-02', total: '121.00' },
    });
    expect(after({}, {}, referring).parentDocument).toEqual(referring.parentDocument);
    expect(after({ parentDocumentId: null }, {}, referring)).toMatchObject({ parentDocumentId: null, parentDocument: null });
  });

  it('unknown: 404; without a number, or cancelled: 422', () => {
    expect(refusal({ parentDocumentId: uuid(7) })).toEqual([404, 'Parent document not found.']);
    for (const status of ['draft', 'cancelled'] as const) {
      expect(refusal({ parentDocumentId: uuid(7) }, { parent: parent({ status }) })).toEqual([
        422,
        { parentDocumentId: ['must be an issued document'] },
      ]);
    }
  });
});

describe('Lines', () => {
  it('take unit and code of their product where they state none', () => {
    const product = { id: uuid(8), name: 'Scaun', code: 'SC', unitOfMeasure: 'set' } as Product;
    const products = new Map([[product.id, product]]);
    const [plain, own] = after(
      { lines: [line({ productId: uuid(8) }), line({ productId: uuid(8), unitOfMeasure: 'kg', productCode: 'X' })] },
      { products },
    ).lines;
    expect([plain, own]).toMatchObject([
      { productId: uuid(8), productName: 'Scaun', productCode: 'SC', unitOfMeasure: 'set' },
      { productName: 'Scaun', productCode: 'X', unitOfMeasure: 'kg' },
    ]);
  });

  it('name a record that the company does not have: 404 with the line', () => {
    expect(refusal({ lines: [line(), line({ productId: uuid(8) })] })).toEqual([404, 'Product of line 2 not found.']);
    expect(refusal({ lines: [line({ vatRateId: uuid(8) })] })).toEqual([404, 'VAT rate of line 1 not found.']);
  });

  it('vatIncluded of the request counts with autoApplyVatRules only', () => {
    const included = (body: object) => after({ lines: [line({ vatIncluded: true })], ...body }).lines[0]?.vatIncluded;
    expect([included({ vatIncluded: false }), included({ vatIncluded: false, autoApplyVatRules: true })]).toEqual([true, false]);
    expect(included({ autoApplyVatRules: true })).toBe(true);
  });

  it('that are kept take the VAT of autoApplyVatRules, and keep their ids', () => {
    const belgian = client({ country: 'BE', viesValid: true });
    const changed = after({ clientId: uuid(2), autoApplyVatRules: true }, { client: belgian });
    expect(changed.lines).toMatchObject([{ id: DRAFT.lines[0]?.id, vatRate: '0', vatCategoryCode: 'AE', vatRateId: null }]);
    expect(changed).toMatchObject({ total: '100.00', vatGroups: [{ category: 'AE', rate: '0' }] });
  });
});

describe('values that no document may have (INV-16)', () => {
  const MAX = '9999999999.99';

  it.each<[string, object, object]>([
    [
      'both discounts',
      { lines: [line({ discount: 1, discountPercent: 1 })] },
      { 'lines.0.discount': ['give either discount or discountPercent, not both'] },
    ],
    [
      'a discount that turns the line',
      { lines: [line({ unitPrice: '0.005', discount: '0.01' })] },
      { 'lines.0.discount': ['must not be greater than the value of the line'] },
    ],
    ['a total out of bounds', { lines: [line({ unitPrice: MAX })] }, { lines: [`the total must be at most ${MAX}`] }],
    [
      'a total in lei out of bounds',
      { currency: 'EUR', exchangeRate: '5', lines: [line({ unitPrice: '1652892562', vatRate: 21 })] },
      { exchangeRate: [`the total in RON must be at most ${MAX}`] },
    ],
    [
      'a percentage of three decimals',
      { lines: [line({ discountPercent: '1.005' })] },
      { 'lines.0.discountPercent': ['must have at most 2 decimals'] },
    ],
    [
      'amounts of extensions',
      {
        ublExtensions: {
          prepaidAmount: '0.001',
          allowanceCharges: [
            { chargeIndicator: true, amount: '1.005', baseAmount: '1.001', taxCategoryCode: 'S', taxRate: '101' },
          ],
        },
      },
      {
        'ublExtensions.prepaidAmount': ['must have at most 2 decimals'],
        'ublExtensions.allowanceCharges.0.amount': ['must have at most 2 decimals'],
        'ublExtensions.allowanceCharges.0.baseAmount': ['must have at most 2 decimals'],
        'ublExtensions.allowanceCharges.0.taxRate': ['must be between 0 and 100'],
      },
    ],
    [
      'amounts of line extensions',
      { lines: [line({ ublExtensions: { allowanceCharges: [{ chargeIndicator: true, amount: '1.001' }] } })] },
      { 'lines.0.ublExtensions.allowanceCharges.0.amount': ['must have at most 2 decimals'] },
    ],
  ])('%s', (_, body, details) => {
    expect(refusal(body)).toEqual([422, details]);
  });

  it('the limits themselves are accepted', () => {
    const { total } = after({ lines: [line({ quantity: '99999999.9999', unitPrice: '82.6446', vatRate: 21 })] });
    expect(Number(total)).toBeLessThanOrEqual(Number(MAX));
    expect(after({ lines: [line({ unitPrice: MAX, vatRate: 0 })] }).total).toBe(MAX);
    expect(after({ currency: 'EUR', exchangeRate: '99.999999' }).exchangeRate).toBe('99.999999');
  });
});
