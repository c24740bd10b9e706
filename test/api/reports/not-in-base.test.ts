import { beforeAll, describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import type { CreditNote, Invoice, Journal, Product, SalesReport, TaxDeclaration, VatReport } from '../../support/contract.ts';
import { pdfText } from '../../support/files.ts';
import { DUTY, get, NO_TURNOVER, product, taxableAmounts, WATER, water, zeroRate } from '../../support/books/not-in-base.ts';
import { type Trader, useTrader } from '../../support/trader.ts';

/** Deposits of packaging (SGR) and amounts paid in the client's name: owed by the client, but no turnover (TAX-68 to TAX-75). */

const { newTrader } = useTrader();
const month = today().slice(0, 7);
const DEPOSIT = { vatRate: 0, vatCategoryCode: 'E', turnoverKind: 'sgr_deposit' };

const vatReport = (of: Trader) => get<VatReport>(of, `/reports/vat?year=${month.slice(0, 4)}&month=${Number(month.slice(5))}`);
const journal = (of: Trader, role = 'sale') => get<Journal>(of, `/reports/journal?role=${role}&period=${month}`);
const totals = async (of: Trader) =>
  (await journal(of)).totals.map(({ operation, rate, baseLei, vatLei }) => [operation, rate, baseLei, vatLei]);
const sums = ({ subtotal, vatTotal, total }: Invoice) => [subtotal, vatTotal, total];

describe('24 bottles with their deposit, and a stamp duty that was paid for the client', () => {
  let trader: Trader;
  let bottles: Invoice;
  let advice: Invoice;
  beforeAll(async () => {
    trader = await newTrader();
    const { id: productId } = await water(trader);
    bottles = await trader.issued({ lines: [{ ...WATER, productId, addSgr: true }] });
    advice = await trader.issued({ lines: [{ description: 'Consultanță', quantity: 1, unitPrice: 1000, vatRate: 21 }, DUTY] });
  });

  it('are lines of category E with a reason of their own beside taxed ones', async () => {
    // 24 × 2.10 = 50.40, of which 11 % are 5.544; 24 × 0.50 = 12.00.
    expect(sums(bottles)).toEqual([62.4, 5.54, 67.94]);
    expect(bottles.lines).toMatchObject([
      { description: WATER.description, vatRate: 11, vatCategoryCode: 'S' },
      {
        ...{ description: 'Garanție SGR', quantity: 24, unitPrice: 0.5, lineNumber: 2, product: null, ...DEPOSIT },
        ublExtensions: { taxExemptionReasonCode: 'VATEX-EU-79-C', taxExemptionReason: 'Garanție SGR (HG 1074/2021)' },
      },
    ]);
    expect(bottles.lines[0]).not.toHaveProperty('turnoverKind');
    expect(sums(advice)).toEqual([1200, 210, 1410]);
    const xml = await trader.xmlOf(bottles.id);
    expect(taxableAmounts(xml)).toEqual(['50.40', '12.00']);
    expect(xml).toContain('<cbc:TaxExemptionReasonCode>VATEX-EU-79-C</cbc:TaxExemptionReasonCode>');
  });

  it('are a sum of their own on the PDF', async () => {
    const text = await pdfText((await trader.file(bottles.id, 'pdf')).body);
    expect(text.replaceAll(/\s+/g, ' ')).toMatch(
      /din care garanții SGR și sume în numele clientului \(nu intră în baza TVA\) 12,00/,
    );
    expect(text).toContain('VATEX-EU-79-C');
    // Under the line, which is no exempt supply.
    expect(text).not.toContain('scutit');
  });

  it('are owed, and left out of the turnover', async () => {
    const { kpiSummary, topProducts, topClients } = await get<SalesReport>(
      trader,
      `/reports/sales?dateFrom=${today()}&dateTo=${today()}`,
    );
    // 50.40 + 1000.00, and VAT 5.54 + 210.00.
    const turnover = { subtotal: 1050.4, vatTotal: 215.54, total: 1265.94, count: 2 };
    expect(kpiSummary).toMatchObject({
      annualTotal: { amount: 1265.94 },
      periodInvoiced: turnover,
      periodOutstanding: turnover,
    });
    expect(topClients).toMatchObject([{ total: 1265.94 }]);
    expect(topProducts.map(({ description, total }) => [description, total])).toEqual([
      ['Consultanță', 1000],
      [WATER.description, 50.4],
    ]);
    expect((await trader.detailOf(bottles.id)).balance).toBe(67.94);
  });

  it('are in no row of the VAT return, which says so, and not in its sums', async () => {
    const { totalSales, totalVatCollected, rows, invoices, leftOut } = await vatReport(trader);
    expect([totalSales, totalVatCollected]).toEqual([1050.4, 215.54]);
    expect(rows.map(({ row, baseLei, vatLei }) => [row, baseLei, vatLei]).slice(0, 3)).toEqual([
      ['9', 1000, 210],
      ['10', 50.4, 5.54],
      ['19', 1050.4, 215.54],
    ]);
    expect(invoices.map(({ vatRate }) => vatRate).toSorted((a, b) => a - b)).toEqual([11, 21]);
    expect(leftOut).toContain(`Sales (not_in_base, 0 %): base 212.00 lei, VAT 0.00 lei, 2 documents: ${NO_TURNOVER}`);
  });

  it('are a group of their own in the journal, whose rows sum to the invoices', async () => {
    expect(await totals(trader)).toEqual([
      ['domestic', 21, 1000, 210],
      ['domestic', 11, 50.4, 5.54],
      ['not_in_base', 0, 212, 0],
    ]);
    const row = (await journal(trader)).data.find(({ documentId }) => documentId === bottles.id);
    expect(row?.groups.map(({ operation, base }) => [operation, base])).toEqual([
      ['domestic', 50.4],
      ['not_in_base', 12],
    ]);
  });

  it('are not in declaration 394', async () => {
    const { status, body } = await trader.request<TaxDeclaration>('GET', `/reports/declarations?form=d394&period=${month}`);
    expect(status).toBe(200);
    expect(body.operations.map(({ kind, rate, baseLei }) => [kind, rate, baseLei])).toEqual([
      ['L', 21, 1000],
      ['L', 11, 50.4],
    ]);
  });
});

describe('what takes back or copies such lines', () => {
  it('a storno, and one of what is left after 4 bottles were returned', async () => {
    const trader = await newTrader();
    const { id: productId } = await water(trader);
    const lines = [{ ...WATER, productId, addSgr: true }];
    const [whole, part] = [await trader.issued({ lines }), await trader.issued({ lines })];
    await trader.act<CreditNote>(whole.id, 'storno', { issue: true });
    const back = { description: 'Garanție SGR', quantity: -4, unitPrice: 0.5, vatRateId: await zeroRate(trader) };
    const note = await trader.creditIssued(part, { lines: [back] });
    // The kind and the reason of the invoice's line.
    expect((await trader.creditNoteOf(note.uuid)).lines).toMatchObject([
      { turnoverKind: 'sgr_deposit', vatCategoryCode: 'E', ublExtensions: { taxExemptionReasonCode: 'VATEX-EU-79-C' } },
    ]);
    // 12 − 12, 12 − 2.
    const deposits = async () => (await totals(trader)).find(([operation]) => operation === 'not_in_base')?.[2];
    expect(await deposits()).toBe(10);
    const { body: rest } = await trader.act<CreditNote>(part.id, 'storno', { issue: true });
    expect(rest.lines.map(({ turnoverKind, subtotal }) => [turnoverKind, subtotal])).toEqual([
      [undefined, '-50.40'],
      ['sgr_deposit', '-10.00'],
    ]);
    expect(await totals(trader)).toEqual([
      ['domestic', 11, 0, 0],
      ['not_in_base', 0, 0, 0],
    ]);
    const sales = await get<SalesReport>(trader, `/reports/sales?dateFrom=${today()}&dateTo=${today()}`);
    expect(sales.kpiSummary.annualTotal.amount).toBe(0);
  });

  it('a final invoice settles the deposits and disbursements of an advance by kind, and exempt supplies apart', async () => {
    const trader = await newTrader();
    const course = (unitPrice: number) => ({
      ...{ description: 'Curs', quantity: 1, unitPrice, vatRate: 0, vatCategoryCode: 'E' },
      ublExtensions: { taxExemptionReason: 'Art. 292 alin. (1) lit. f)', taxExemptionReasonCode: 'VATEX-EU-132' },
    });
    const advance = await trader.issued({ isAdvance: true, lines: [{ ...WATER, quantity: 10, unitPrice: 10 }, DUTY] });
    // 100.00 at 11 % and 200.00 of duty, of which the final invoice has 150.00 alone: 50.00 stay open.
    const final = await trader.draft({
      lines: [{ ...WATER, quantity: 30, unitPrice: 10 }, { ...DUTY, unitPrice: 150 }, course(80)],
    });
    const { status, body } = await trader.act(final.id, 'settle-advances', { advances: [{ id: advance.id }] });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.lines.slice(3)).toMatchObject([
      { vatCategoryCode: 'S', subtotal: -100 },
      {
        ...{ vatCategoryCode: 'E', subtotal: -150, turnoverKind: 'disbursement' },
        ublExtensions: { taxExemptionReasonCode: 'VATEX-EU-79-C' },
      },
    ]);
    expect((await trader.detailOf(advance.id)).openAdvance).toBe(50);
    // 100 + 200 of the water; 200 + 150 − 150 of duty; the course.
    const sorted = (rows: unknown[]) => rows.map(row => JSON.stringify(row)).toSorted();
    expect(sorted(await totals(trader))).toEqual(
      sorted([
        ['domestic', 11, 300, 33],
        ['exempt_without_deduction', 0, 80, 0],
        ['not_in_base', 0, 200, 0],
      ]),
    );
    const sales = await get<SalesReport>(trader, `/reports/sales?dateFrom=${today()}&dateTo=${today()}`);
    expect(sales.kpiSummary.periodInvoiced).toMatchObject({ subtotal: 380, vatTotal: 33 });
    // A disbursement settles no exempt supply.
    const lesson = await trader.draft({ lines: [course(90)] });
    expect(await trader.act(lesson.id, 'settle-advances', { advances: [{ id: advance.id }] })).toMatchObject({
      status: 422,
      body: { error: { details: { 'advances.0.id': [expect.stringContaining('must have a VAT category')] } } },
    });
    const rest = await trader.draft({ lines: [DUTY] });
    const settledRest = await trader.act(rest.id, 'settle-advances', { advances: [{ id: advance.id }] });
    expect([settledRest.status, settledRest.body.total]).toEqual([200, 150]);
    expect((await trader.detailOf(advance.id)).openAdvance).toBe(0);
  });

  it('a line takes the kind of its product, unless it says another', async () => {
    const trader = await newTrader();
    const duty = await product(trader, { name: 'Taxă de timbru', unitPrice: 200, turnoverKind: 'disbursement' });
    expect(duty).toMatchObject({ turnoverKind: 'disbursement', vatRate: 0, vatCategoryCode: 'E' });
    const line = { description: 'Taxă de timbru', quantity: 1, unitPrice: 200, productId: duty.id };
    const first = await trader.issued({ lines: [line] });
    expect(first.lines).toMatchObject([{ turnoverKind: 'disbursement', vatCategoryCode: 'E' }]);
    const normal = await trader.draft({ lines: [{ ...line, vatRate: 21, turnoverKind: 'normal' }] });
    expect([normal.vatTotal, normal.lines[0]?.turnoverKind]).toEqual([42, undefined]);
    expect((await trader.request<Product>('PATCH', `/products/${duty.id}`, { turnoverKind: null })).body).not.toHaveProperty(
      'turnoverKind',
    );
  });
});
