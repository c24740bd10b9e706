import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { useService } from '../../support/service.ts';
import { ENTRY, useRegisters } from '../clients/register.ts';
import { type Invoice, useCommandLine } from './command-line.ts';

/** The command line with files from a spreadsheet, and with invoices by number. */
const service = useService();
const { folder, json, login, run, whose, write } = useCommandLine(service);
const register = useRegisters();

interface Result {
  invoice: string | null;
  row: number;
  draft: (Invoice & { clientId: string; total: number }) | null;
  error: { code?: string; message: string; details?: object } | null;
}

beforeAll(async () => {
  expect((await login()).code).toBe(0);
});

const sheet = (...rows: string[]): string =>
  write('excel.csv', `\uFEFF${['invoice;cif;client;issueDate;description;quantity;unitPrice;vatRate', ...rows].join('\r\n')}`);

/** The results of a file of which some invoices are refused. */
async function results(code: number, ...args: string[]): Promise<Result[]> {
  const ended = await run(['--json', 'draft', ...args]);
  expect(ended.code, ended.stderr).toBe(code);
  return JSON.parse(ended.stdout) as Result[];
}

it('finds clients by name, and adds those with a tax number from the register when asked, each once', async () => {
  const [{ name } = { name: '' }] = await json<{ name: string }[]>('clients', 'list');
  const file = sheet(
    `B-1;;${name.toUpperCase()};26.11.2026;Masă;2;3450,50;21`,
    'B-1;;;;Transport;1;120;21',
    'B-2;RO 14399840;;26.11.2026;Scaun;4;1.120,50;21',
    'B-3;14399840;;26.11.2026;Raft;1;99;21',
  );
  const before = await results(5, file);
  expect(before.map(({ invoice, row, error }) => [invoice, row, error?.message])).toEqual([
    ['B-1', 2, undefined],
    ['B-2', 4, expect.stringContaining('no client with the tax number RO 14399840: --create-clients') as string],
    ['B-3', 5, expect.stringContaining('--create-clients') as string],
  ]);
  expect(before[0]?.draft).toMatchObject({ clientId: whose().clientId, total: 8495.41, status: 'draft' });

  await register('COMPANY_REGISTRY_URL', 200, ENTRY);
  const after = await results(0, file, '--create-clients');
  expect(after[0]?.draft?.id).toBe(before[0]?.draft?.id);
  expect(new Set(after.slice(1).map(({ draft }) => draft?.clientId)).size).toBe(1);
  const found = await json<{ name: string; cui: string }[]>('clients', 'list', '--search', '14399840');
  expect(found).toMatchObject([{ name: 'DANTE INTERNATIONAL SA', cui: '14399840' }]);
  expect((await run(['clients', 'list'])).stdout).toMatch(/^Tax number +Name +Id\n(.*\n)*14399840 +DANTE/);
});

it('does not add a client that the register does not have, or without its answer', async () => {
  const file = sheet('C-1;RO55;;26.11.2026;Masă;1;1;21');
  await register('COMPANY_REGISTRY_URL', 200, { cod: 200, found: [] });
  expect((await results(5, file, '--create-clients'))[0]?.error?.message).toContain(
    'The register of companies has no tax number RO55',
  );
  await register('COMPANY_REGISTRY_URL', 500, {});
  expect((await run(['draft', file, '--create-clients'])).code).toBe(6);
  expect(await json('clients', 'list', '--search', '55')).toEqual([]);
});

it('names refused invoices by column and row, also as JSON', async () => {
  const file = write(
    'some.csv',
    `invoice,clientId,issueDate,description,quantity,unitPrice\nD-1,${whose().clientId},2026-11-02,Audit,1,10\nD-2,${whose().clientId},2026-11-02,Audit,0,20\n`,
  );
  const { code, stdout, stderr } = await run(['draft', file]);
  expect([code, stdout.split('\n').length]).toEqual([1, 3]);
  expect(stdout).toMatch(/^Invoice +Number +Status +Total +Id\nD-1 +\S+ +draft +/);
  expect(stderr).toMatch(/^Invoice D-1 \(row 2\): dueDate: .*\nInvoice D-2 \(row 3\): .*\n {2}lines\.0\.quantity: /);
  expect(stderr).toContain('1 of 2 invoices were refused.');
  const refused = (await results(1, file))[1];
  expect(refused).toMatchObject({
    ...{ invoice: 'D-2', row: 3, draft: null },
    error: { status: 422, code: 'validation_error', details: { 'lines.0.quantity': expect.any(Array) as unknown } },
  });
});

it('sends nothing of a file with an unknown column or without invoices', async () => {
  const count = (await json<Invoice[]>('list', '--most', '100')).length;
  const unknown = write(
    'unknown.csv',
    `clientId,issueDate,description,quantity,unitPrice,vatRat\n${whose().clientId},2026-11-02,A,1,10,9\n`,
  );
  expect(await run(['draft', unknown])).toMatchObject({
    ...{ code: 2, stdout: '' },
    stderr: 'unknown.csv: the column vatRat is not known; did you mean vatRate?\n',
  });
  expect(await run(['draft', write('empty.csv', '')])).toMatchObject({ code: 2, stderr: 'empty.csv has no invoices.\n' });
  expect((await json<Invoice[]>('list', '--most', '100')).length).toBe(count);
});

it('takes numbers of invoices, in any case, and writes a file to standard output', async () => {
  const body = {
    clientId: whose().clientId,
    issueDate: '2026-11-02',
    lines: [{ description: 'Audit', quantity: 1, unitPrice: 7 }],
  };
  const [made] = await json<Result[]>('draft', write('one.json', JSON.stringify(body)));
  const [issued] = await json<Invoice[]>('issue', made?.draft?.number ?? '');
  const number = issued?.number ?? '';
  expect(number).toMatch(/\d$/);
  expect(await json<Invoice>('show', number.toLowerCase())).toMatchObject({ id: made?.draft?.id, number });
  expect((await run(['show', number])).stdout).toMatch(new RegExp(`^Number +${number}\nStatus +issued\n(.*\n)*Description`));
  const { file } = await json<{ file: string }>('download', number);
  expect(readFileSync(join(folder, file)).subarray(0, 5).toString()).toBe('%PDF-');
  expect((await run(['download', number, '--xml', '-o', '-'])).stdout).toMatch(/^<\?xml/);
  expect(await run(['download', 'NONE-1'])).toMatchObject({ code: 5, stderr: 'There is no invoice NONE-1.\n' });
  // All are found before the first is sent.
  expect((await run(['submit', number, 'NONE-1'])).stdout).toBe('');
  expect(await json<Invoice>('show', number)).toMatchObject({ status: 'issued' });
});

it('says its version, and how to log in without a terminal', async () => {
  expect(await run(['--version'])).toEqual({ code: 0, stdout: `${packageJson.version}\n`, stderr: '' });
  expect(await run(['login', '--url', service().url, '--email', whose().user.email])).toEqual({
    ...{ code: 2, stdout: '' },
    stderr: 'There is no terminal to ask for the password: use --password-stdin or --key-file.\n',
  });
});

it('is the command invoicing in a shell that has read its completion, in any folder', async () => {
  write('completion.bash', (await run(['completion', 'bash'])).stdout);
  const { stdout } = spawnSync('bash', ['-c', 'source completion.bash && cd / && invoicing --version'], { cwd: folder });
  expect(stdout.toString()).toBe(`${packageJson.version}\n`);
});
