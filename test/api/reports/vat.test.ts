import { beforeAll, describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import type { TaxDeclaration, RecordedPayment, Refusal, VatComparison, VatReport } from '../../support/contract.ts';
import { received } from '../../support/taxauth/received.ts';
import { type Trader, useTrader } from '../../support/trader.ts';

/** GET /reports/vat, GET /reports/declarations, POST /reports/vat/comparison (REP-7 to REP-9, REP-24 to REP-33). Amounts are tested in test/unit/fiscal. */

const { newTrader } = useTrader();
let trader: Trader;
let sale: { id: string; number: string };
let bought: string;
beforeAll(async () => {
  trader = await newTrader();
  sale = await trader.issued({ lines: [line(100), line(50, { vatRate: 11 })] });
  bought = await received(trader.scope, { net: '1000.00', vat: '210.00', issueDate: today() });
});
const line = (unitPrice: number, more: object = {}) => ({ description: 'Masă', quantity: 1, unitPrice, vatRate: 21, ...more });
const month = today().slice(0, 7);
const [year, ofYear] = month.split('-').map(Number);
const vat = (query: string, own = trader) => own.request<VatReport & Refusal>('GET', `/reports/vat?${query}`);
const ofMonth = (period: string): string => `year=${period.slice(0, 4)}&month=${Number(period.slice(5))}`;

describe('GET /reports/vat', () => {
  it('has the sums of the month, and its rows, which lead to their documents', async () => {
    const { status, body } = await vat(`year=${year}&month=${ofYear}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{
        period: month,
        totalSales: 150,
        totalVatCollected: 26.5,
        totalPurchases: 1000,
        totalVatDeductible: 210,
        vatDue: -183.5,
      },
      rows: [
        { row: '9', baseLei: 100, vatLei: 21, documents: 1 },
        { row: '10', baseLei: 50, vatLei: 5.5, documents: 1 },
        { row: '19', baseLei: 150, vatLei: 26.5, documents: 0 },
        { row: '24', baseLei: 1000, vatLei: 210, documents: 1 },
        { row: '30', baseLei: 1000, vatLei: 210 },
        { row: '31', baseLei: null, vatLei: 210 },
        { row: '35', vatLei: 210 },
        { row: '36', vatLei: 183.5 },
        { row: '37', vatLei: 0 },
      ],
      basedOn: expect.stringContaining('OPANAF 174/2026'),
    });
    expect(body.invoices.filter(({ type }) => type === 'sale')).toEqual([
      expect.objectContaining({
        documentId: sale.id,
        number: sale.number,
        vatRate: 21,
        baseAmount: 100,
        vatAmount: 21,
        rows: ['9'],
      }),
      expect.objectContaining({ documentId: sale.id, vatRate: 11, totalAmount: 55.5, client: expect.any(String), rows: ['10'] }),
    ]);
    expect(body.invoices.find(({ type }) => type === 'purchase')).toMatchObject({
      ...{ documentId: bought, supplier: 'Furnizor SRL', deductibleAmount: 210, rows: ['24'] },
    });
    expect(body.leftOut.join(' ')).toContain('Sales by till receipts');
  });

  it('of a month without documents is empty', async () => {
    const { status, body } = await vat('year=2026&month=1', await newTrader());
    expect(status).toBe(200);
    expect(body).toMatchObject({ period: '2026-01', totalSales: 0, totalVatCollected: 0, vatDue: 0, invoices: [], rows: [] });
  });

  it('as CSV is a file with the rows, with commas for decimals on request', async () => {
    const query = `year=${year}&month=${ofYear}&format=csv`;
    const { status, body, headers } = await trader.request<unknown>('GET', `/reports/vat?${query}&decimals=comma`);
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toContain(`vat-${month}.csv`);
    expect(String(body)).toContain('"10";"Livrări de bunuri și prestări de servicii, taxabile cu cota 11%";"50,00";"5,50"');
    expect(String((await trader.request<unknown>('GET', `/reports/vat?${query}`)).body)).toContain('"50.00","5.50"');
  });

  it.each([
    '',
    'year=2026',
    'month=3',
    'year=2026&month=0',
    'year=2026&month=13',
    'year=26&month=1',
    'year=2026&month=1&format=xml',
  ])('refuses the query "%s"', async query => {
    expect((await vat(query)).status).toBe(422);
  });
});

it('GET /reports/vat has what is paid of an invoice under VAT on collection, less what is credited', async () => {
  const own = await newTrader();
  const [first, second] = [monthsAgo(2), monthsAgo(1)];
  const invoice = await own.issued({ tvaLaIncasare: true, issueDate: `${first}-10`, lines: [line(1000)] });
  const pay = async (amount: number, paymentDate: string) => {
    const { status, body } = await own.request<RecordedPayment>('POST', `/invoices/${invoice.id}/payments`, {
      amount,
      paymentDate,
    });
    expect(status, JSON.stringify(body)).toBe(201);
  };
  await pay(605, `${first}-20`);
  const returned = { description: 'Masă', quantity: -1, unitPrice: 200, vatRateId: own.scope.vat21 };
  const note = await own.creditDraft(invoice, { issueDate: `${second}-10`, lines: [returned] });
  expect((await own.act(note.id, 'issue')).status).toBe(200);
  await pay(363, today());
  const reports = await Promise.all([first, second, month].map(async period => (await vat(ofMonth(period), own)).body));
  expect(reports.map(({ totalVatCollected }) => totalVatCollected)).toEqual([105, 0, 63]);
  expect(reports.map(({ rows }) => rows.find(({ row }) => row === '9')?.vatLei ?? 0)).toEqual([105, 0, 63]);
  expect(reports[2]?.invoices).toMatchObject([
    { documentId: invoice.id, paymentId: expect.any(String), baseAmount: 300, rows: ['9'] },
  ]);
});

/** A month before the current one, `YYYY-MM`. */
function monthsAgo(count: number): string {
  const day = new Date(`${month}-01T00:00:00Z`);
  day.setUTCMonth(day.getUTCMonth() - count);
  return day.toISOString().slice(0, 7);
}

describe('GET /reports/declarations', () => {
  const list = (query: string, own = trader) => own.request<TaxDeclaration & Refusal>('GET', `/reports/declarations?${query}`);

  it('has the operations of form 394 by partner', async () => {
    const { status, body } = await list(`form=d394&period=${month}`);
    expect(status).toBe(200);
    expect(body.operations).toMatchObject([
      { kind: 'L', rate: 21, documents: 1, baseLei: 100, vatLei: 21, documentIds: [sale.id] },
      { kind: 'L', rate: 11, documents: 0, baseLei: 50, vatLei: 5.5, documentIds: [sale.id] },
      { kind: 'A', rate: 21, documents: 1, baseLei: 1000, vatLei: 210, documentIds: [bought] },
    ]);
    expect(body).toMatchObject({ form: 'd394', period: month, errors: [], basedOn: expect.stringContaining('OPANAF 2194/2025') });
  });

  it('has the operations of form 390 by VAT number', async () => {
    const own = await newTrader();
    const { body: client } = await own.request<{ client: { id: string } }>('POST', '/clients', {
      ...{ type: 'company', name: 'Tischler GmbH', country: 'DE', vatCode: 'DE136695976', isVatPayer: true },
      ...{ address: 'Hauptstr. 1', city: 'Berlin', postalCode: '10115', cui: 'DE136695976' },
    });
    const services = { ...line(480), vatRate: 0, vatCategoryCode: 'AE' };
    const { id } = await own.issued({ clientId: client.client.id, lines: [services] });
    const { body } = await list(`form=d390&period=${month}`, own);
    expect(body.operations).toMatchObject([
      {
        kind: 'P',
        country: 'DE',
        taxNumber: '136695976',
        baseLei: 480,
        rate: null,
        vatLei: null,
        documents: 1,
        documentIds: [id],
      },
    ]);
    expect(body.errors).toEqual([]);
    const { body: file, headers } = await own.request<unknown>(
      'GET',
      `/reports/declarations?form=d390&period=${month}&format=csv&decimals=comma`,
    );
    expect(headers.get('content-disposition')).toContain(`d390-${month}.csv`);
    expect(String(file)).toContain(`"P";"DE";"136695976";"Tischler GmbH";;"1";"480,00";;"${id}"`);
  });

  it('of a month without documents are empty', async () => {
    for (const form of ['d390', 'd394'])
      expect((await list(`form=${form}&period=2020-01`)).body).toMatchObject({ operations: [], errors: [] });
  });

  it.each([
    '',
    'form=d390',
    `period=${month}`,
    `form=d300&period=${month}`,
    'form=d394&period=2026-13',
    `form=d394&period=${month}&format=x`,
  ])('refuses the query "%s"', async query => {
    expect((await list(query)).status).toBe(422);
  });
});

describe('POST /reports/vat/comparison', () => {
  const compare = (body: object) => trader.request<VatComparison & Refusal>('POST', '/reports/vat/comparison', body);

  it('answers ours, theirs and the difference of each row, with its documents', async () => {
    const { status, body } = await compare({ period: month, content: 'Rând;Valoare;TVA\n9;100;21\n24;30.000;6.300,00\n' });
    expect(status).toBe(200);
    const row = (number: string) => body.rows.find(one => one.row === number);
    expect(row('9')).toMatchObject({
      ...{ ours: { baseLei: 100, vatLei: 21 }, theirs: { baseLei: 100, vatLei: 21 }, difference: { baseLei: 0, vatLei: 0 } },
      ...{ isSignificant: false, documents: 1, documentIds: [sale.id] },
    });
    expect(row('24')).toMatchObject({
      difference: { baseLei: -29000, vatLei: -6090 },
      isSignificant: true,
      documentIds: [bought],
    });
    expect(row('10')).toMatchObject({
      theirs: { baseLei: null, vatLei: null },
      difference: { vatLei: 5.5 },
      isSignificant: false,
    });
    expect(body.threshold).toMatchObject({ percent: 20, lei: 5000, repealedFrom: '2026-03-09' });
  });

  it('takes cells that a spreadsheet has copied', async () => {
    const { status, body } = await compare({ period: month, content: 'rd. 9\t90,00\t18,90\r\n' });
    expect([status, body.rows[0]?.difference]).toEqual([200, { baseLei: 10, vatLei: 2.1 }]);
  });

  it('takes rows as well', async () => {
    const { body } = await compare({ period: month, rows: [{ row: '9', baseLei: 90, vatLei: '18.90' }] });
    expect(body.rows[0]).toMatchObject({ row: '9', difference: { baseLei: 10, vatLei: 2.1 } });
  });

  it.each<[string, object, string]>([
    ['a line that cannot be read', { period: month, content: '9;1;2\n9x;1;2' }, 'line 2'],
    [
      'an unknown row',
      {
        period: month,
        rows: [
          { row: '9', vatLei: 1 },
          { row: '99', vatLei: 1 },
        ],
      },
      'rows.1',
    ],
    ['neither text nor rows', { period: month }, 'content'],
    ['both', { period: month, content: '9;1;2', rows: [] }, 'content'],
    ['too many rows', { period: month, rows: Array.from({ length: 201 }, () => ({ row: '9', vatLei: 1 })) }, 'rows'],
    ['too many lines', { period: month, content: '9;1;2\n'.repeat(202) }, 'content'],
    ['an invalid month', { period: '2026-13', content: '9;1;2' }, 'period'],
    ['a month whose form is not known', { period: '2025-12', content: '9;1;2' }, 'period'],
  ])('refuses %s', async (_, body, field) => {
    const { status, body: refusal } = await compare(body);
    expect([status, Object.keys(refusal.error.details ?? {})]).toEqual([422, [field]]);
  });
});
