import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expecting } from '../../../infra/local/api-client.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, issued } from '../../support/invoices.ts';
import { type Scope, useOwnService, type User } from '../../support/service.ts';

/** The command line as a person or a script uses it: processes, their output, their exit codes. */
const service = useOwnService();
const program = join(import.meta.dirname, '../../../clients/cli/src/main.ts');
const folder = mkdtempSync(join(tmpdir(), 'invoicing-cli-'));
let user: User;
let scope: Scope;
let clientId: string;

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

function run(args: string[], input = ''): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...args], { cwd: folder, env: { ...process.env, XDG_CONFIG_HOME: folder } });
  const ended: Ended = { code: null, stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (ended.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (ended.stderr += chunk.toString()));
  child.stdin.end(input);
  return new Promise(resolve => child.once('close', code => resolve({ ...ended, code })));
}

const json = async <T>(...args: string[]): Promise<T> => {
  const { code, stdout, stderr } = await run(['--json', ...args]);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as T;
};

const write = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content);
  return name;
};

beforeAll(async () => {
  user = await service().newUser();
  scope = await service().newCompany(user);
  await connect(service(), scope);
  ({ id: clientId } = await service().newClient(scope));
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Invoice {
  id: string;
  number: string;
  status: string;
}

const row = (description: string): string => `${clientId},2026-11-02,2026-12-02,${description},1.5,200,21`;
const HEADS = 'clientId,issueDate,dueDate,description,quantity,unitPrice,vatRate';

describe('invoicing', { timeout: 90_000 }, () => {
  it('asks for a login first, and refuses a wrong password', async () => {
    expect(await run(['list'])).toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringContaining('invoicing login') as string,
    });
    const refused = await run(['login', '--url', service().url, '--email', user.email, '--password-stdin'], 'wrong\n');
    expect(refused.code).toBe(3);
    expect(refused.stderr).not.toContain('wrong\n');
  });

  it('logs in, and works in the only company', async () => {
    const { code, stdout, stderr } = await run(
      ['login', '--url', service().url, '--email', user.email, '--password-stdin'],
      `${user.password}\n`,
    );
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('Company: ');
    expect(await json<Invoice[]>('list')).toEqual([]);
  });

  it('takes the invoices of a file from draft to validated', async () => {
    const file = write('invoices.csv', [HEADS, ...['Consultanță', 'Audit', 'Instruire'].map(row)].join('\n'));
    const drafts = await json<Invoice[]>('draft', file);
    expect(drafts.map(({ status }) => status)).toEqual(['draft', 'draft', 'draft']);
    // The same file again makes nothing twice.
    expect((await json<Invoice[]>('draft', file)).map(({ id }) => id)).toEqual(drafts.map(({ id }) => id));

    const [first = '', ...others] = drafts.map(({ id }) => id);
    expect((await json<Invoice[]>('issue', first, ...others)).map(({ status }) => status)).toEqual([
      'issued',
      'issued',
      'issued',
    ]);
    expect((await json<Invoice[]>('list', '--status', 'issued', '--most', '2')).length).toBe(2);
    await json('submit', first);
    const early = await run(['watch', first, '--timeout', '0']);
    expect(early).toMatchObject({ code: 4, stderr: expect.stringContaining('still') as string });
    await service().advance('PT50M');
    expect(await json<Invoice>('watch', first, '--interval', '0')).toMatchObject({ id: first, status: 'validated' });
    expect((await run(['list'])).stdout).toMatch(/^Number +Status +Total +Id\n/);
  });

  it('downloads PDF and XML', async () => {
    const [{ id } = { id: '' }] = await json<Invoice[]>('list', '--status', 'validated');
    const { file } = await json<{ file: string }>('download', id);
    expect(readFileSync(join(folder, file)).subarray(0, 5).toString()).toBe('%PDF-');
    await json('download', id, '--xml', '-o', 'own.xml');
    expect(readFileSync(join(folder, 'own.xml'), 'utf8')).toContain('CustomizationID');
  });

  it('drafts what it can, and says which invoice of a file is refused and why', async () => {
    const file = write('some.json', JSON.stringify([{ clientId, issueDate: '2026-11-02', lines: [] }, { lines: 'none' }]));
    const { code, stderr } = await run(['draft', file]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/Invoice \d: /);
    expect(stderr).toContain('were refused');
  });

  it('shows the deliveries of a webhook', async () => {
    const body = { url: `${service().url}/_local/webhooks/cli`, events: ['invoice.issued'] };
    const { uuid } = await expecting<{ uuid: string }>(
      201,
      'Webhook',
      service().api('POST', '/api/v1/webhooks', { ...scope, body }),
    );
    await issued(service(), scope, { clientId });
    await service().idle();
    const { code, stdout, stderr } = await run(['tail', uuid, '--once']);
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/^success +200 +invoice\.issued +attempt 1/m);
  });

  it('ends with 2 for wrong arguments and files, with 1 for refusals', async () => {
    expect((await run(['issue'])).code).toBe(2);
    expect((await run(['list', '--most', 'all'])).code).toBe(2);
    expect((await run(['draft', 'missing.json'])).code).toBe(2);
    expect((await run(['--help'])).code).toBe(0);
    expect(await run(['login', '--url', '127.0.0.1:3000', '--email', user.email])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--url must be') as string,
    });
    expect((await run(['login', '--url', service().url, '--key-file', 'missing'])).stderr).toBe('There is no file missing.\n');
    const id = '00000000-0000-4000-8000-000000000000';
    const unknown = await run(['issue', id, id]);
    expect(unknown).toMatchObject({ code: 1, stdout: '' });
    expect(unknown.stderr).toMatch(new RegExp(`^${id} was refused; those after it were not sent\\.\\n.*not_found`, 's'));
  });

  it('goes on when the access token has expired, and keeps the new one', async () => {
    await service().advance('PT2H');
    await json('companies');
    await json('companies');
  });
});
