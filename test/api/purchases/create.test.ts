import { describe, expect, it } from 'vitest';
import type { InvoiceList, Journal, SupplierView } from '../../support/contract.ts';
import { nextNumber, purchaseBody, purchased, sendPurchase, SUPPLIERS } from '../../support/purchases/purchases.ts';
import { received } from '../../support/taxauth/received.ts';
import { type Trader, useTrader } from '../../support/trader.ts';

/** POST /purchases (PUR-1 to PUR-9). */

const trader = useTrader();
const { newTrader } = trader;

const journalOf = async (of: Trader, period = '2026-11') =>
  (await of.request<Journal>('GET', `/reports/journal?role=purchase&period=${period}`)).body;

/** The only row of the journal of a company that has entered one purchase. */
async function journalled(overrides: object, period?: string) {
  const own = await newTrader();
  const { id } = await purchased(own, overrides);
  const { data } = await journalOf(own, period);
  expect(data.map(({ documentId }) => documentId)).toEqual([id]);
  return data[0]!;
}

describe('POST /purchases', () => {
  it('keeps deposits and disbursements that were entered apart from purchases, beside exempt ones', async () => {
    const groups = [
      { base: 100, category: 'S', rate: 21 },
      { base: 50, category: 'E' },
      { base: 12, turnoverKind: 'sgr_deposit' },
    ];
    const invoice = { kind: 'invoice', supplier: { ...SUPPLIERS.romanian, vatCode: 'RO14399840' } };
    const row = await journalled({ ...invoice, groups });
    expect(row.groups.map(({ operation, base, vat }) => [operation, base, vat])).toEqual([
      ['domestic', 100, 21],
      ['exempt_without_deduction', 50, 0],
      ['not_in_base', 12, 0],
    ]);
    const own = await newTrader();
    for (const [group, field] of [
      [{ base: 12, rate: 21, category: 'S', turnoverKind: 'sgr_deposit' }, 'groups.0.turnoverKind'],
      [{ base: 12, rate: 21, turnoverKind: 'disbursement' }, 'groups.0.turnoverKind'],
    ] as const)
      expect(await sendPurchase(own, { ...invoice, groups: [group] })).toMatchObject({
        status: 422,
        body: { error: { details: { [field]: [expect.stringContaining('are E or O')] } } },
      });
  });

  it('enters an acquisition from another member state with the VAT that the company owes itself', async () => {
    const own = await newTrader();
    const made = await purchased(own, { vatDeductiblePercent: 50, expenseAccount: '371', notes: 'Stejar' });
    expect(made).toMatchObject({
      ...{ status: 'synced', direction: 'incoming', source: 'manual', paymentStatus: 'unpaid', balance: 1000 },
      ...{ total: 1000, vatTotal: 0, notes: 'Stejar', expenseAccount: '371', receivedDate: '2026-11-05', duplicateOf: null },
      // 21 % of 1,000, of which half may be deducted.
      ...{ vatSelfAssessed: 210, vatDeductible: 105, vatDeferred: 0, taxauthStatus: null, taxauthDownloadId: null },
      purchase: { kind: 'goods_eu', customs: null },
      supplier: { name: 'Holzwerk GmbH', cif: 'DE123456789', country: 'DE' },
      lines: [{ vatCategoryCode: 'K', vatRate: 0, subtotal: 1000 }],
      events: [{ type: 'created', details: 'Purchase entered by hand' }],
    });
    const detail = (await own.request('GET', `/invoices/${made.id}`)).body;
    const { warnings: _, ...shown } = made;
    expect(detail).toEqual(shown);
    const { data } = (await own.request<InvoiceList>('GET', '/invoices?direction=incoming')).body;
    expect(data).toMatchObject([{ id: made.id, source: 'manual', supplier: { name: 'Holzwerk GmbH' } }]);
    expect(await journalOf(own)).toMatchObject({
      data: [
        {
          ...{ documentId: made.id, source: 'manual', partner: { country: 'DE', cif: 'DE123456789' } },
          groups: [{ operation: 'goods_eu', category: 'K', baseLei: 1000, vatLei: 0, selfAssessedLei: 210, deductibleLei: 105 }],
        },
      ],
    });
  });

  it.each([
    [
      'services_eu',
      { kind: 'services_eu' },
      { operation: 'services_eu', category: 'AE', selfAssessedLei: 210, deductibleLei: 210 },
    ],
    [
      'services_abroad',
      { kind: 'services_abroad', supplier: SUPPLIERS.chinese, selfAssessedRate: 11 },
      { operation: 'reverse_charge', category: 'AE', selfAssessedLei: 110, deductibleLei: 110 },
    ],
    [
      'receipt',
      { kind: 'receipt', supplier: SUPPLIERS.romanian, groups: [{ base: 100, rate: 21, vat: 21.01 }] },
      { operation: 'domestic', category: 'S', baseLei: 100, vatLei: 21.01, selfAssessedLei: 0, deductibleLei: 21.01 },
    ],
    [
      'invoice of another country with its VAT',
      { kind: 'invoice', groups: [{ base: 119 }] },
      { operation: 'outside', category: 'O', baseLei: 119, vatLei: 0, selfAssessedLei: 0, deductibleLei: 0 },
    ],
    [
      'import whose VAT was paid at customs, on another base',
      {
        ...{ kind: 'import', supplier: SUPPLIERS.chinese, issueDate: '2026-10-20' },
        customs: { number: '26ROBU1', date: '2026-11-03', vatLei: 231, baseLei: 1100 },
      },
      {
        operation: 'import',
        category: 'S',
        rate: 21,
        base: 1000,
        vat: 0,
        baseLei: 1100,
        vatLei: 231,
        vatDueLei: 231,
        deductibleLei: 231,
      },
    ],
    [
      'import under reverse charge',
      {
        ...{ kind: 'import', supplier: SUPPLIERS.chinese, issueDate: '2026-10-20' },
        customs: { number: '26ROBU2', date: '2026-11-03', baseLei: 1100 },
      },
      // 21 % of the base of the customs document.
      { operation: 'import', category: 'AE', baseLei: 1100, vatLei: 0, selfAssessedLei: 231, deductibleLei: 231 },
    ],
  ])('has a row in the journal for %s', async (_, overrides, group) => {
    const own = await newTrader();
    const { cif } = (await own.request<{ cif: string }>('GET', `/companies/${own.scope.company}`)).body;
    await purchased(own, { buyerCif: cif, ...overrides });
    expect((await journalOf(own)).data).toMatchObject([{ groups: [group] }]);
  });

  it('counts self-assessed VAT in the month of the tax point, an invoice in that of its receipt', async () => {
    const late = { issueDate: '2026-09-30', receivedDate: '2026-11-20' };
    expect(await journalled(late, '2026-09')).toMatchObject({ date: '2026-09-30' });
    const paper = { ...late, kind: 'invoice', supplier: SUPPLIERS.romanian, groups: [{ base: 100, rate: 21 }] };
    expect(await journalled(paper)).toMatchObject({ date: '2026-09-30', groups: [{ vatLei: 21 }] });
  });

  it('takes lines in place of groups, several rates, and negative amounts', async () => {
    const lines = [
      { description: 'Carte', quantity: 3, unitPrice: 10, vatRate: 11 },
      { description: 'Dulap', unitPrice: 100, vatRate: 21 },
    ];
    const made = await purchased(trader, { kind: 'invoice', supplier: SUPPLIERS.romanian, groups: undefined, lines });
    // 30 and 100, with 3.30 and 21 of VAT.
    expect(made).toMatchObject({ subtotal: 130, vatTotal: 24.3, total: 154.3, lines: [{ vatAmount: 3.3 }, { vatAmount: 21 }] });
    const back = await purchased(trader, { groups: [{ base: -200 }] });
    expect(back).toMatchObject({ total: -200, balance: 0, vatSelfAssessed: -42 });
  });

  it('takes the rate that the request states, and asks for one that the bank has not published', async () => {
    const made = await purchased(trader, { currency: 'EUR', exchangeRate: '5.01', groups: [{ base: 100 }] });
    // 21 % of 501 lei.
    expect(made).toMatchObject({ currency: 'EUR', exchangeRate: 5.01, exchangeRateDate: null, vatSelfAssessed: 105.21 });
    const { status, body } = await sendPurchase(trader, { currency: 'XAF', groups: [{ base: 100 }] });
    expect([status, Object.keys(body.error.details)]).toEqual([422, ['exchangeRate']]);
  });

  it('finds the supplier by its tax number, or makes it, and counts its documents', async () => {
    const own = await newTrader();
    const first = await purchased(own);
    const second = await purchased(own, { supplier: { id: first.supplier.id } });
    expect(second.supplier).toEqual(first.supplier);
    const view = (await own.request<SupplierView>('GET', `/suppliers/${first.supplier.id}`)).body;
    expect(view).toMatchObject({ source: 'manual', lastSyncedAt: null, vatCode: 'DE123456789' });
    expect(view.invoiceSummary).toMatchObject({ totalCount: 2, totalExpenses: 2000, fiscalTotal: 2000 });
    expect(view.recentInvoices.map(({ number }) => number)).toContain(first.number);
    const nameless = await purchased(own, { kind: 'services_abroad', supplier: SUPPLIERS.chinese });
    expect(nameless.supplier).toMatchObject({ id: null, name: 'Shenzhen Tools Ltd' });
  });

  it('is refused with 409 for a document that the company has, also from the authority', async () => {
    const body = purchaseBody();
    const { id } = await purchased(trader, body);
    const again = await sendPurchase(trader, body);
    expect(again).toMatchObject({ status: 409, body: { error: { details: { reason: 'duplicate', documentId: id } } } });
    expect((await sendPurchase(trader, { ...body, issueDate: '2026-11-06' })).status).toBe(201);
    const deliveredId = await received(trader.scope, { number: 'F-77', issueDate: '2026-11-04' });
    const { supplier, issueDate, number } = await trader.detailOf(deliveredId);
    const copy = { kind: 'invoice', supplier: { id: supplier.id }, number, issueDate, groups: [{ base: 100, rate: 21 }] };
    expect(await sendPurchase(trader, copy)).toMatchObject({
      status: 409,
      body: { error: { details: { documentId: deliveredId } } },
    });
    expect(await trader.detailOf(deliveredId)).toMatchObject({ source: 'taxauth', purchase: null });
  });

  it('makes one purchase of equal requests at the same time', async () => {
    const body = purchaseBody();
    const statuses = (await Promise.all([1, 2, 3].map(() => sendPurchase(trader, body)))).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  });

  it('answers a repeated idempotencyKey with the first purchase', async () => {
    const body = purchaseBody({ idempotencyKey: nextNumber() });
    const { id } = await purchased(trader, body);
    expect(await sendPurchase(trader, body)).toMatchObject({ status: 201, body: { id } });
  });

  it('marks what the authority delivers after it as a duplicate', async () => {
    const own = await newTrader();
    const supplier = { name: 'Furnizor SRL', cif: '12345674', country: 'RO' };
    const entered = { kind: 'invoice', supplier, number: 'F-88', issueDate: '2026-11-04', groups: [{ base: 100, rate: 21 }] };
    const { id } = await purchased(own, entered);
    const delivered = await received(own.scope, { number: 'F-88', issueDate: '2026-11-04', seller: '12345674' });
    expect(await own.detailOf(delivered)).toMatchObject({ duplicateOf: id });
  });

  it.each([
    ['a member state for goods_eu', { supplier: SUPPLIERS.chinese }, 'supplier.country'],
    ['a VAT number of the state for goods_eu', { supplier: { ...SUPPLIERS.german, vatCode: 'FR123456789' } }, 'supplier.vatCode'],
    ['a supplier outside of the Union for services_abroad', { kind: 'services_abroad' }, 'supplier.country'],
    ['a customs document for an import', { kind: 'import', supplier: SUPPLIERS.chinese }, 'customs'],
    ['no customs document for others', { customs: { number: '1', date: '2026-11-03' } }, 'customs'],
    ['the tax number of the company on a receipt', { kind: 'receipt', supplier: SUPPLIERS.romanian, buyerCif: '1' }, 'buyerCif'],
    ['a category of the kind', { groups: [{ base: 1, category: 'S', rate: 21 }] }, 'groups.0.category'],
    ['VAT that fits base and rate', { groups: [{ base: 100, vat: 21 }] }, 'groups.0.vat'],
    ['groups or lines', { groups: undefined }, 'groups'],
    ['a name', { supplier: { country: 'DE', vatCode: 'DE999999999' } }, 'supplier.name'],
    ['a known kind', { kind: 'gift' }, 'kind'],
  ])('requires %s', async (_, overrides, field) => {
    const { status, body } = await sendPurchase(trader, overrides);
    expect([status, Object.keys(body.error.details)]).toEqual([422, expect.arrayContaining([field])]);
  });

  it('is refused with 404 for a supplier that the company does not have', async () => {
    const other = await newTrader();
    const { supplier } = await purchased(other);
    expect((await sendPurchase(trader, { supplier: { id: supplier.id } })).status).toBe(404);
  });

  it('has its source in the last column of both CSV files', async () => {
    const own = await newTrader();
    const { number } = await purchased(own);
    const [list = '', journal = ''] = await Promise.all(
      ['/invoices/export/csv', '/reports/journal?role=purchase&period=2026-11&format=csv'].map(async path =>
        String((await own.request<unknown>('GET', path)).body),
      ),
    );
    for (const file of [list, journal]) {
      const [titles, row] = file.split('\r\n');
      expect(titles).toMatch(/"Source"$/);
      expect(row).toContain(`"${number}"`);
      expect(row).toMatch(/"manual"$/);
    }
  });

  it('has no XML and cannot be answered, and takes payments and files', async () => {
    const own = await newTrader();
    const { id } = await purchased(own);
    expect((await own.file(id, 'xml')).status).toBe(404);
    expect((await own.file(id, 'signature')).status).toBe(404);
    expect((await own.file(id, 'pdf')).status).toBe(200);
    expect((await own.request('POST', `/invoices/${id}/verify-signature`, {})).status).toBe(404);
    expect((await own.act(id, 'issue')).status).toBe(409);
    expect(await own.act(id, 'answer', { response: 'accept' })).toMatchObject({
      ...{ status: 409, body: { error: { details: { reason: 'not_received' } } } },
    });
    const paid = await own.request<{ payment: object }>('POST', `/invoices/${id}/payments`, {
      amount: 1000,
      paymentDate: '2026-11-20',
    });
    expect(paid.status).toBe(201);
    expect(await own.detailOf(id)).toMatchObject({ paymentStatus: 'paid', balance: 0 });
    const changed = await own.put(id, { expenseCategory: 'Marfă', vatDeductiblePercent: 0 });
    expect(changed).toMatchObject({ status: 200, body: { invoice: { expenseCategory: 'Marfă', vatDeductible: 0 } } });
    expect((await journalOf(own)).data).toMatchObject([{ groups: [{ selfAssessedLei: 210, deductibleLei: 0 }] }]);
  });
});
