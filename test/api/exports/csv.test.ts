import { describe, expect, it } from 'vitest';
import { putFile } from '#shared/platform/aws/documents-bucket.ts';
import { MOST_ROWS } from '#shared/documents/invoices/export/export-table.ts';
import { INVOICE_LIST } from '#shared/documents/invoices/list/definition.ts';
import { encodeColumns } from '#shared/documents/lists/column-file.ts';
import { columnsOf } from '#shared/documents/lists/columns.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import { rowOf } from '#shared/model/invoice-row.ts';
import { put, transact } from '#shared/platform/store/transact.ts';
import { today } from '#shared/base/kernel/clock.ts';
import type { Refusal } from '../../support/contract.ts';
import { draft } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';
import { codeOf } from '../../support/refusals.ts';
import { rowsOf } from './calls.ts';
import { csvCalls } from './csv-calls.ts';

const service = useService();

const { exporter, newInvoice, csv } = csvCalls(service);

const COLUMNS = [
  ...['Invoice Number', 'Client Name', 'Client CIF', 'Issue Date', 'Due Date', 'Status', 'Currency', 'Subtotal', 'VAT Total'],
  ...['Total', 'Amount Paid', 'Balance', 'Direction', 'Series', 'Notes', 'Project Reference', 'Order Number', 'Contract Number'],
  ...['Sales Agent', 'Payment Terms', 'Taxauth Submission ID', 'Internal Note', 'Created At', 'Updated At'],
  ...['Fiscal Subtotal', 'Fiscal VAT', 'Fiscal Total', 'Payable Total', 'Supplier Name', 'Supplier CIF'],
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
});
