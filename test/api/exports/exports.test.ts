import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import { putFile } from '../../../shared/aws/documents-bucket.ts';
import { MOST_ROWS } from '../../../shared/invoices/export/table.ts';
import { INVOICE_LIST } from '../../../shared/invoices/list/definition.ts';
import { encodeColumns } from '../../../shared/lists/column-file.ts';
import { columnsOf } from '../../../shared/lists/columns.ts';
import { readInvoice } from '../../../shared/invoices/store.ts';
import { rowOf } from '../../../shared/model/invoice-row.ts';
import { queryItems } from '../../../shared/store/read.ts';
import { companyScope } from '../../../shared/store/table.ts';
import { put, transact } from '../../../shared/store/transact.ts';
import { slotKey } from '../../../shared/invoices/export/model.ts';
import { today } from '../../../shared/kernel/clock.ts';
import { type Answered, become, call, draft, type InvoiceAnswer, issued, type Refusal } from '../../support/invoices.ts';
import { PERMISSIONS } from '../../../shared/access/permissions.ts';
import { keyWith } from '../../support/members.ts';
import { type Scope, useService } from '../../support/service.ts';

const service = useService();
let scope: Scope & { clientId: string };

/** A company with a client and a key that outlives every turn of the clock. */
async function exporter(): Promise<Scope & { clientId: string }> {
  const user = await service().newUser();
  const { company } = await service().newCompany(user);
  const token = await keyWith(service(), user, [...PERMISSIONS]);
  return { token, company, clientId: (await service().newClient({ token, company })).id };
}

beforeAll(async () => {
  scope = await exporter();
});

afterEach(() => {
  service().runtime.faults.clear();
});

afterAll(() => {
  expect(service().runtime.violations).toEqual([]);
});

const codeOf = ({ status, body }: Answered<Refusal>) => [status, body.error.code];
const newInvoice = (overrides = {}, own = scope): Promise<InvoiceAnswer> =>
  issued(service(), own, { clientId: own.clientId, ...overrides });

const csv = <T = Buffer>(query = '', own: Scope = scope) => call<T>(service(), own, 'GET', `/invoices/export/csv${query}`);
const rowsOf = (body: Buffer): Record<string, string>[] => parse(body, { columns: true, bom: true });

const COLUMNS = [
  ...['Invoice Number', 'Client Name', 'Client CIF', 'Issue Date', 'Due Date', 'Status', 'Currency', 'Subtotal', 'VAT Total'],
  ...['Total', 'Amount Paid', 'Balance', 'Direction', 'Series', 'Notes', 'Project Reference', 'Order Number', 'Contract Number'],
  ...['Sales Agent', 'Payment Terms', 'Taxauth Submission ID', 'Internal Note', 'Created At', 'Updated At'],
];

describe('GET /invoices/export/csv (completions-documents §1.14)', () => {
  it('200: the columns of the contract, amounts with a point, dates ISO, CRLF, a byte order mark; how many records', async () => {
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
    expect(text.split('\r\n')[0]).toBe(`\ufeff${COLUMNS.join(',')}`);
    expect(rowsOf(answer.body)).toEqual([
      expect.objectContaining({
        'Invoice Number': invoice.number,
        'Issue Date': today(),
        Status: 'issued',
        Currency: 'RON',
        Subtotal: '100.00',
        'VAT Total': '21.00',
        Total: '121.00',
        'Amount Paid': '0.00',
        Balance: '121.00',
        Direction: 'outgoing',
        Notes: 'Cu "ghilimele", virgule\nși rânduri',
        'Order Number': 'PO-7',
        'Created At': invoice['createdAt'],
      }) as Record<string, string>,
    ]);
  });

  it('the filters and the order of the list', async () => {
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

  it('a cell that a spreadsheet would run is text; negative numbers stay numbers', async () => {
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

  it('a table that a function cannot answer with is one redirect away', async () => {
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

  it('413: above 10,000 rows, told before any document is read', async () => {
    const own = await exporter();
    const { id } = await draft(service(), own, { clientId: own.clientId });
    const company = companyScope(own.company);
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

  it('422: a bad filter', async () => {
    expect(codeOf(await csv<Refusal>('?status=nowhere'))).toEqual([422, 'validation_error']);
    expect(codeOf(await csv<Refusal>('?from=2026-02-01&to=2026-01-01'))).toEqual([422, 'validation_error']);
  });

  it('429: above 10 exports per hour per company', async () => {
    const own = await exporter();
    const statuses = [];
    for (let n = 0; n < 11; n++) statuses.push((await csv('', own)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    expect((await csv('')).status).toBe(200);
    await service().advance('PT61M');
    expect((await csv('', own)).status).toBe(200);
  });
});

interface Job {
  exportId: string;
  status: string;
  totalInvoices: number;
  progress: number;
  statusUrl: string;
  filename: string;
  downloadUrl: string;
  expiresAt: string;
  fileSize: number;
  filesIncluded: { pdf: number; xml: number; csv: number };
  [field: string]: unknown;
}
const zip = (body: object, own: Scope = scope, headers = {}) =>
  service().api('POST', '/api/v1/invoices/export/zip', { ...own, body, headers }) as Promise<Answered<Job & Refusal>>;
const get = <T = Job & Refusal>(named: string, own: Scope = scope) => call<T>(service(), own, 'GET', `/exports/${named}`);

async function finished(body: object, own: Scope = scope): Promise<Job> {
  const { status, body: job } = await zip(body, own);
  expect(status).toBe(202);
  await service().idle(30_000);
  return (await get(job.exportId, own)).body;
}

const contentOf = async (job: Job, own: Scope = scope): Promise<Record<string, Uint8Array>> => {
  const answer = await get<Buffer>(job.filename, own);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  return unzipSync(new Uint8Array(answer.body));
};

describe('POST /invoices/export/zip (completions-documents §1.14)', () => {
  it('202 queued; then completed, with PDF, XML and table of every invoice', async () => {
    const own = await exporter();
    const invoices = [await newInvoice({}, own), await newInvoice({}, own)];
    const invoiceIds = invoices.map(invoice => invoice.id);
    const accepted = await zip({ invoiceIds: [...invoiceIds, invoiceIds[0]] }, own);
    expect(accepted.body).toMatchObject({
      status: 'queued',
      totalInvoices: 2,
      progress: 0,
      estimatedCompletionTime: expect.any(String) as string,
    });
    expect(accepted.body).not.toHaveProperty('downloadUrl');
    await service().idle(30_000);
    const { body: job } = await get(accepted.body.exportId, own);
    expect(job).toMatchObject({
      status: 'completed',
      progress: 100,
      filename: `invoices-${today()}.zip`,
      filesIncluded: { pdf: 2, xml: 2, csv: 1 },
      estimatedCompletionTime: null,
    });
    expect(job.downloadUrl.endsWith(`/api/v1/exports/${job.filename}`)).toBe(true);
    expect(job.statusUrl.endsWith(`/api/v1/exports/${job.exportId}`)).toBe(true);
    const files = await contentOf(job, own);
    expect(Object.keys(files).sort()).toEqual(
      [...invoices.flatMap(one => [`${one.number}.pdf`, `${one.number}.xml`]), 'invoices.csv'].sort(),
    );
    for (const { number } of invoices) {
      expect(strFromU8(files[`${number}.pdf`] ?? new Uint8Array()).startsWith('%PDF-')).toBe(true);
      expect(strFromU8(files[`${number}.xml`] ?? new Uint8Array())).toContain(number);
    }
    expect(rowsOf(Buffer.from(files['invoices.csv'] ?? [])).map(row => row['Invoice Number'])).toEqual(
      invoices.map(one => one.number),
    );
    // Repeatable until expiry.
    expect((await get<Buffer>(job.filename, own)).body.length).toBe(job.fileSize);
  });

  it('only what is asked for, in the folders that are asked for', async () => {
    const { id, number } = await newInvoice();
    for (const [folderStructure, folder] of [
      ['by-client', 'Client de test SRL'],
      ['by-month', today().slice(0, 7)],
      ['by-series', 'FCT'],
    ] as const) {
      const job = await finished({ invoiceIds: [id], includePdf: false, includeCsv: false, folderStructure });
      expect(job.filesIncluded).toEqual({ pdf: 0, xml: 1, csv: 0 });
      const [path] = Object.keys(await contentOf(job));
      expect(path).toMatch(new RegExp(`^[^/]+/${number}\\.xml$`));
      if (folderStructure === 'by-month') expect(path).toBe(`${folder}/${number}.xml`);
    }
  });

  it('archives of one day have names of their own', async () => {
    const own = await exporter();
    const { id } = await newInvoice({}, own);
    const names = [];
    for (let n = 0; n < 2; n++) names.push((await finished({ invoiceIds: [id], includePdf: false }, own)).filename);
    expect(names).toEqual([`invoices-${today()}.zip`, `invoices-${today()}-2.zip`]);
  });

  it('webhook export.completed is asked for', async () => {
    const own = await exporter();
    const { id } = await newInvoice({}, own);
    const job = await finished({ invoiceIds: [id], includePdf: false }, own);
    const items = await queryItems<{ webhooks: unknown[] }>({ partition: `C#${own.company}`, beginsWith: 'NOTIFY#' });
    expect(items.flatMap(item => item.webhooks)).toEqual([
      { type: 'export.completed', data: { exportId: job.exportId, downloadUrl: job.downloadUrl, expiresAt: job.expiresAt } },
    ]);
  });

  it('the same Idempotency-Key starts one export', async () => {
    const { id } = await newInvoice();
    const headers = { 'idempotency-key': randomUUID() };
    const body = { invoiceIds: [id], includePdf: false };
    const [first, second] = [await zip(body, scope, headers), await zip(body, scope, headers)];
    expect(second.body).toEqual(first.body);
    await service().idle();
  });

  it('null and empty text stand for the defaults', async () => {
    const { id } = await draft(service(), scope, { clientId: scope.clientId });
    const job = await finished({ invoiceIds: [id], includePdf: false, includeXml: false, includeCsv: null, folderStructure: '' });
    expect(job.filesIncluded).toEqual({ pdf: 0, xml: 0, csv: 1 });
  });

  describe('errors', () => {
    const bad: [string, object][] = [
      ['no ids', {}],
      ['an empty list', { invoiceIds: [] }],
      ['an id that is none', { invoiceIds: ['x'] }],
      ['a folder structure that there is not', { invoiceIds: [randomUUID()], folderStructure: 'by-mood' }],
      ['nothing to include', { invoiceIds: [randomUUID()], includePdf: false, includeXml: false, includeCsv: false }],
    ];
    test.each(bad)('400: %s', async (_, body) => {
      expect(codeOf(await zip(body))).toEqual([400, 'bad_request']);
    });

    it('404: one of the ids is unknown, or of another company', async () => {
      const [own, other] = [await newInvoice(), await exporter()];
      const theirs = await newInvoice({}, other);
      for (const id of [randomUUID(), theirs.id]) {
        expect(codeOf(await zip({ invoiceIds: [own.id, id] }))).toEqual([404, 'not_found']);
      }
    });

    it('413: above 100', async () => {
      expect(codeOf(await zip({ invoiceIds: Array.from({ length: 101 }, () => randomUUID()) }))).toEqual([
        413,
        'payload_too_large',
      ]);
    });

    it('422: nothing is generated for some of them', async () => {
      const own = await exporter();
      const { id } = await draft(service(), own, { clientId: own.clientId });
      const refused = await zip({ invoiceIds: [id, (await newInvoice({}, own)).id] }, own);
      expect(codeOf(refused)).toEqual([422, 'validation_error']);
      expect(refused.body.error.details).toEqual({ invoiceIds: [expect.stringMatching(/^DRAFT-/) as string] });
      expect((await zip({ invoiceIds: [id], includePdf: false, includeXml: false }, own)).status).toBe(202);
      await service().idle();
    });

    it('429: above 5 per hour; and with 2 running, however many ask at once', async () => {
      const own = await exporter();
      const { id } = await newInvoice({}, own);
      const body = { invoiceIds: [id], includePdf: false };
      const until = service().runtime.clock.now() + 60_000;
      const company = companyScope(own.company);
      await transact([put({ ...slotKey(company, 0), kind: 'export-slot', exportId: 'running', until })]);
      const answers = await Promise.all([1, 2, 3].map(() => zip(body, own)));
      expect(answers.map(answer => answer.status).filter(status => status === 202).length).toBeGreaterThanOrEqual(1);
      await transact([put({ ...slotKey(company, 1), kind: 'export-slot', exportId: 'running', until })]);
      expect((await zip(body, own)).status).toBe(429);
      // A place that was never given up is free after its time, and the hour's count begins again.
      await service().advance('PT61M');
      const statuses = [];
      for (let n = 0; n < 6; n++) {
        statuses.push((await zip(body, own)).status);
        await service().idle();
      }
      expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
    });
  });
});

describe('GET /exports/{exportId} and /exports/{filename}', () => {
  it('404 for what there is not, and for what another company has; 410 once the archive has expired, 7 days later', async () => {
    const [own, other] = [await exporter(), await exporter()];
    const { id } = await newInvoice({}, own);
    const job = await finished({ invoiceIds: [id], includePdf: false }, own);
    expect(Date.parse(job.expiresAt) - service().runtime.clock.now()).toBeGreaterThan(6.9 * 86_400_000);
    for (const named of [job.exportId, job.filename]) expect(codeOf(await get(named, other))).toEqual([404, 'not_found']);
    for (const named of [randomUUID(), 'x', 'nothing.zip']) expect(codeOf(await get(named, own))).toEqual([404, 'not_found']);
    await service().advance('P7DT1M');
    expect(codeOf(await get(job.filename, own))).toEqual([410, 'gone']);
    expect((await get(job.exportId, own)).body.status).toBe('expired');
  });

  it('failed, with an error, when the archive cannot be stored; the place is free again', async () => {
    const own = await exporter();
    const { id } = await newInvoice({}, own);
    service().runtime.faults.add({ service: 's3', operation: 'PutObject', kind: 'fail', rate: 1 });
    const errors = service().runtime.violations.length;
    const job = await finished({ invoiceIds: [id], includePdf: false }, own);
    expect(job).toMatchObject({ status: 'failed', error: expect.any(String) as string });
    expect(service().runtime.violations.length).toBe(errors);
    service().runtime.faults.clear();
    expect((await finished({ invoiceIds: [id], includePdf: false }, own)).status).toBe('completed');
  });
});
