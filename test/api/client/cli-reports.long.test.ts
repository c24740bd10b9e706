import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { useOwnService } from '../../support/service.ts';
import { useCommandLine } from './command-line.ts';

/** `invoicing report`: each report by its path and options, over HTTP. */
const service = useOwnService();
const { folder, json, login, run, whose, write } = useCommandLine(service);
const MONTH = '2026-10';
/** More purchases than a page of the API has. */
const PURCHASES = 101;
const SUPPLIER = 'RO14399840';

beforeAll(async () => {
  const rows = Array.from(
    { length: PURCHASES },
    (_, place) => `invoice;Cherestea SRL;${SUPPLIER};RO;C-${place};${MONTH}-05;10,50;21`,
  );
  const csv = ['kind;supplier;cif;country;number;issueDate;base;rate', ...rows].join('\n');
  const entered = await service().api('POST', '/api/v1/purchases/import', { ...whose().scope, body: { csv } });
  expect(entered.body).toMatchObject({ made: PURCHASES });
  expect((await login()).code).toBe(0);
}, 60_000);

const get = async <T>(path: string): Promise<T> =>
  (await service().api('GET', `/api/v1/reports/${path}`, whose().scope)).body as T;

describe('invoicing report', () => {
  it('prints CSV, with decimal commas on request, and writes it into a file', async () => {
    const printed = await run(['report', 'purchase-journal', '--month', MONTH]);
    expect([printed.code, printed.stderr]).toEqual([0, '']);
    expect(printed.stdout.trim().split('\r\n')).toHaveLength(1 + PURCHASES);
    expect(printed.stdout).toMatch(/^\ufeff"Date","Number"/);
    const { stdout } = await run(['report', 'purchase-journal', '--month', MONTH, '--comma', '-o', 'journal.csv']);
    const bytes = readFileSync(join(folder, 'journal.csv'));
    expect(stdout).toBe(`journal.csv (${bytes.length} bytes)\n`);
    // 21 % of 10.50 are 2.205, rounded half up.
    expect(bytes.toString()).toContain('"10,50";"2,21"');
  });

  it('with --json prints the answer of the API with the records of all pages', async () => {
    const { data, ...others } = await json<{ data: unknown[]; total: number }>('report', 'purchase-journal', '--month', MONTH);
    const first = await get<{ data: unknown[] }>(`journal?role=purchase&period=${MONTH}&limit=100`);
    const second = await get<{ data: unknown[] }>(`journal?role=purchase&period=${MONTH}&limit=100&page=2`);
    expect(data).toEqual([...first.data, ...second.data]);
    expect(data).toHaveLength(PURCHASES);
    expect({ ...first, ...others }).toEqual(first);
    expect(others).not.toHaveProperty('page');
  });

  it.each([
    ['sales-journal', ['--month', MONTH], `journal?role=sale&period=${MONTH}`],
    ['vat', ['--month', MONTH], 'vat?year=2026&month=10'],
    ['d390', ['--month', MONTH], `declarations?form=d390&period=${MONTH}`],
    ['d394', ['--month', MONTH], `declarations?form=d394&period=${MONTH}`],
    [
      'ledger',
      ['--role', 'purchase', '--from', '2026-10-01', '--to', '2026-10-31'],
      'ledger?role=purchase&from=2026-10-01&to=2026-10-31',
    ],
    ['balance', ['--role', 'purchase', '--date', '2026-10-31'], 'balance?role=purchase&date=2026-10-31'],
    ['exchange-differences', ['--month', MONTH], `exchange-differences?period=${MONTH}`],
    ['cash-journal', ['--month', MONTH], `cash-journal?period=${MONTH}`],
    ['sales', ['--from', '2026-10-01', '--to', '2026-10-31'], 'sales?dateFrom=2026-10-01&dateTo=2026-10-31'],
  ])('%s is what the API answers', async (name, options, path) => {
    const answer = await get<Record<string, unknown>>(path);
    expect(answer).not.toHaveProperty('error');
    expect(answer).toMatchObject(await json<object>('report', name, ...options));
    if (name === 'sales') return;
    const printed = await run(['report', name, ...options]);
    expect([printed.code, printed.stderr]).toEqual([0, '']);
    expect(printed.stdout).toMatch(/^\ufeff"/);
  });

  it('names a client or supplier by tax number, id, or the key of its account', async () => {
    const balance = await get<{ clients: { partnerKey: string }[] }>('balance?role=purchase&date=2026-10-31');
    const key = balance.clients[0]?.partnerKey ?? '';
    const period = ['--from', '2026-10-01', '--to', '2026-10-31'];
    const byId = await json<{ data: { number: string }[] }>('report', 'ledger', '--supplier', key, ...period);
    expect(byId.data).toHaveLength(PURCHASES);
    expect(await json('report', 'ledger', '--supplier', SUPPLIER, ...period)).toEqual(byId);
    expect(await json('report', 'ledger', '--supplier', ' 14399840', ...period)).toEqual(byId);
    expect(await json('report', 'ledger', '--client', 'cif:1', ...period)).toMatchObject({ role: 'sale', data: [] });
    expect(await run(['report', 'ledger', '--client', SUPPLIER])).toMatchObject({
      ...{ code: 5, stdout: '' },
      stderr: `There is no client with the tax number ${SUPPLIER}.\n`,
    });
  });

  it('prints a statement, or writes its PDF', async () => {
    const of = ['report', 'statement', '--supplier', SUPPLIER];
    // 101 × 12.71, where 12.71 is 10.50 and its VAT.
    expect(await json(...of, '--date', '2026-10-31')).toMatchObject({ balances: [{ currency: 'RON', open: 1283.71 }] });
    expect((await run(['report', 'statement'])).code).toBe(2);
    const { file } = await json<{ file: string }>(...of, '--pdf');
    expect(file).toBe(`statement-${SUPPLIER}.pdf`);
    expect(readFileSync(join(folder, file)).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('compares the VAT return with the rows of a file', async () => {
    // 101 × 10.50 and 101 × 2.21, less 1,000 and 200.
    const file = write('p300.csv', 'rand;baza;TVA\n24;1000,00;200,00\n');
    const { code, stdout } = await run(['report', 'vat-comparison', file, '--month', MONTH]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^24 +1060\.50 +223\.21 +1000\.00 +200\.00 +60\.50 +23\.21 +101$/m);
    const answer = await json<{ rows: { row: string }[] }>('report', 'vat-comparison', file, '--month', MONTH);
    expect(answer.rows.find(({ row }) => row === '24')).toMatchObject({ theirs: { vatLei: 200 } });
    expect(await run(['report', 'vat-comparison', write('bad.csv', '24;x;y'), '--month', MONTH])).toMatchObject({ code: 1 });
  });

  it.each([
    [['report', 'turnover'], "unknown command 'turnover'", /^ +sales-journal /m],
    [['report', 'balance', '--month', MONTH], "unknown option '--month'", /^ +--date <date> /m],
    [['report', 'vat'], "required option '--month <month>' not specified", /^ +--month <month> /m],
    [['report', 'vat', '--month', '2026-13'], 'It must be a month in the form YYYY-MM.', /^ +--month <month> /m],
    [['report', 'ledger', '--client', '1', '--role', 'sale'], 'cannot be used with', /^ +--role <role> /m],
    [['--json', 'report', 'balance', '--comma'], '--comma is for CSV', /--comma/],
  ])('%j exits with 2 and says what there is', async (args, message, help) => {
    const { code, stdout, stderr } = await run(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr).toMatch(help);
  });

  it('follows the redirect of a large file', async () => {
    const server = createServer(({ url = '' }, response) => {
      if (url.startsWith('/api/v1/reports/balance?')) response.writeHead(302, { location: '/file.csv' }).end();
      else response.end(url === '/file.csv' ? '"Partner"\r\n' : '');
    });
    await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      write('invoicing/config.json', JSON.stringify({ url, apiKey: 'af_1', company: 'one' }));
      expect(await run(['report', 'balance'])).toMatchObject({ code: 0, stdout: '"Partner"\r\n', stderr: '' });
    } finally {
      server.close();
      await login();
    }
  });
});
