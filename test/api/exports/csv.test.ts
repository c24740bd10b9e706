import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { putFile } from '#shared/platform/aws/documents-bucket.ts';
import { MOST_ROWS } from '#shared/documents/invoices/export/export-table.ts';
import { INVOICE_LIST } from '#shared/documents/invoices/list/definition.ts';
import { encodeColumns } from '#shared/documents/lists/column-file.ts';
import { columnsOf } from '#shared/documents/lists/columns.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import { rowOf } from '#shared/model/invoice-row.ts';
import { put, transact } from '#shared/platform/store/transact.ts';
import { today } from '#shared/base/kernel/clock.ts';
import type { Invoice, Refusal } from '../../support/contract.ts';
import { become, call, draft, issued } from '../../support/invoices.ts';
import { type Scope, useOwnService, useService } from '../../support/service.ts';
import { codeOf } from '../../support/refusals.ts';
import { DEPTH } from '../../support/effort.ts';
import { exportsCalls, rowsOf } from './calls.ts';

/** In the long run tests turn the clock. */
const service = DEPTH ? useOwnService() : useService();

const { exporter } = exportsCalls(service);
const scope = {} as Scope & { clientId: string };

beforeAll(async () => {
  Object.assign(scope, await exporter());
});

afterEach(() => {
  service().runtime.faults.clear();
});
const newInvoice = (overrides = {}, own = scope): Promise<Invoice> =>
  issued(service(), own, { clientId: own.clientId, ...overrides });

const csv = <T = Buffer>(query = '', own: Scope = scope) => call<T>(service(), own, 'GET', `/invoices/export/csv${query}`);

const COLUMNS = [
  ...['Invoice Number', 'Client Name', 'Client CIF', 'Issue Date', 'Due Date', 'Status', 'Currency', 'Subtotal', 'VAT Total'],
  ...['Total', 'Amount Paid', 'Balance', 'Direction', 'Series', 'Notes', 'Project Reference', 'Order Number', 'Contract Number'],
  ...['Sales Agent', 'Payment Terms', 'Taxauth Submission ID', 'Internal Note', 'Created At', 'Updated At'],
  ...['Fiscal Subtotal', 'Fiscal VAT', 'Fiscal Total', 'Payable Total', 'Supplier Name', 'Supplier CIF', 'Metadata', 'Source'],
];

describe('GET /invoices/export/csv (OUT-75 to OUT-79)', () => {
  it('200: the columns of the contract, amounts with a point, dates ISO, CRLF, a byte order mark; the number of records', async () => {
    const own = await exporter();
    const invoice = await newInvoice({ notes: 'Cu "ghilimele", virgule\nși rânduri', orderNumber: 'PO-7' }, own);
    const answer = await csv('', own);
    expect(answer.status).toBe(200);
    expect(['content-type', 'content-disposition', 'x-total-records'].map(name => answer.headers.get(name))).toEqual([
      'text/csv; charset=utf-8',
      `attachment; filename="invoices-${today()}.csv"`,
      '1',
    ]);
    const text = answer.body.toString();
    expect([text.startsWith('\ufeff'), text.endsWith('\r\n')]).toEqual([true, true]);
    expect(text.split('\r\n')[0]).toBe(`\ufeff${COLUMNS.map(title => `"${title}"`).join(',')}`);
    expect(rowsOf(answer.body)).toEqual([
      expect.objectContaining({
        'Invoice Number': invoice.number,
        'Issue Date': today(),
        Status: 'issued',
        Currency: 'RON',
        Subtotal: '100.00',
        'VAT Total': '21.00',
        Total: '121.00',
        'Fiscal Total': '121.00',
        'Amount Paid': '0.00',
        Balance: '121.00',
        Direction: 'outgoing',
        Notes: 'Cu "ghilimele", virgule\nși rânduri',
        'Order Number': 'PO-7',
        'Supplier Name': expect.stringMatching(/./) as string,
        'Supplier CIF': expect.stringMatching(/\d/) as string,
        'Created At': invoice.createdAt,
      }) as Record<string, string>,
    ]);
  });

  it('applies the filters and the order of the list', async () => {
    const own = await exporter();
    const made = [];
    for (const unitPrice of [10, 30, 20]) {
      made.push(
        await draft(service(), own, {
          clientId: own.clientId,
          lines: [{ description: 'x', quantity: 1, unitPrice, vatRate: 0, vatCategoryCode: 'Z' }],
        }),
      );
    }
    const totals = async (query: string) => rowsOf((await csv(query, own)).body).map(row => row['Total']);
    expect(await totals('?sort=total&order=asc')).toEqual(['10.00', '20.00', '30.00']);
    expect(await totals('?totalMin=15&sort=total')).toEqual(['30.00', '20.00']);
    expect(await totals('?status=issued')).toEqual([]);
    const second = await csv('?page=7&limit=1', own);
    expect(second.headers.get('x-total-records')).toBe('3');
  });

  it('413: above 10,000 rows, before any document is read', async () => {
    const own = await exporter();
    const { id } = await draft(service(), own, { clientId: own.clientId });
    const company = own.company;
    const document = (await readInvoice(company, id))?.document;
    if (!document) throw new Error('There is no draft.');
    const row = rowOf(document);
    const rows = Array.from({ length: MOST_ROWS + 1 }, (_, place) => ({ ...row, id: `${place}`, number: `F-${place}` }));
    await putFile('many.columns', encodeColumns(columnsOf(rows, INVOICE_LIST.amounts)), 'application/octet-stream');
    const snapshot = { file: 'many.columns', upTo: '9999', previous: null };
    await transact([put({ pk: `C#${company}`, sk: 'LIST#INV', kind: 'list-snapshot', version: 1, data: snapshot })]);
    const refused = await csv<Refusal>('', own);
    expect(codeOf(refused)).toEqual([413, 'payload_too_large']);
    expect(refused.body.error.details).toEqual({ rows: MOST_ROWS + 1, limit: MOST_ROWS });
  });

  it('422: an invalid filter', async () => {
    expect(codeOf(await csv<Refusal>('?status=nowhere'))).toEqual([422, 'validation_error']);
    expect(codeOf(await csv<Refusal>('?from=2026-02-01&to=2026-01-01'))).toEqual([422, 'validation_error']);
  });

  it.runIf(DEPTH)('a cell that a spreadsheet would evaluate is text; negative numbers stay numbers', async () => {
    const own = await exporter();
    await newInvoice(
      { notes: '=HYPERLINK("http://x")', projectReference: '@SUM(1)', orderNumber: '-7', contractNumber: '+1+1' },
      own,
    );
    const [row] = rowsOf((await csv('', own)).body);
    expect([row?.['Notes'], row?.['Project Reference'], row?.['Order Number'], row?.['Contract Number']]).toEqual([
      `'=HYPERLINK("http://x")`,
      "'@SUM(1)",
      '-7',
      "'+1+1",
    ]);
  });

  it.runIf(DEPTH)('a table that is too large for a response is one redirect away', async () => {
    const own = await exporter();
    const internalNote = 'x'.repeat(2_000);
    const { id } = await draft(service(), own, { clientId: own.clientId, internalNote });
    // No invoice may hold this much; many together do.
    await become(own, id, { internalNote: 'x'.repeat(300_000), notes: 'ă'.repeat(30_000) });
    const others = Array.from({ length: 13 }, () => draft(service(), own, { clientId: own.clientId }));
    for (const other of await Promise.all(others)) await become(own, other.id, { internalNote: 'x'.repeat(330_000) });
    const redirect = await csv<undefined>('', own);
    expect([redirect.status, redirect.headers.get('x-total-records')]).toEqual([302, '14']);
    const file = await fetch(redirect.headers.get('location') ?? '');
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="invoices-${today()}.csv"`);
    expect(rowsOf(Buffer.from(await file.arrayBuffer()))).toHaveLength(14);
  });

  it.runIf(DEPTH)('429: above 10 exports per hour per company', async () => {
    const own = await exporter();
    const statuses = [];
    for (let n = 0; n < 11; n++) statuses.push((await csv('', own)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    expect((await csv('')).status).toBe(200);
    await service().advance('PT61M');
    expect((await csv('', own)).status).toBe(200);
  });
});
