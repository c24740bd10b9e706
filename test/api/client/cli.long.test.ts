import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { configFile } from '../../../clients/cli/src/config.ts';
import { expecting } from '../../../infra/local/api-client.ts';
import { issued } from '../../support/invoices.ts';
import { useOwnService } from '../../support/service.ts';
import { type Invoice, useCommandLine } from './command-line.ts';

/** The command line as a person or a script uses it: processes, their output, their exit codes. */
const service = useOwnService();
const { fileOf, folder, json, login, run, start, whose, write } = useCommandLine(service);

/** A webhook to the receiver of the local runtime. @returns its id */
async function newWebhook(): Promise<string> {
  const body = { url: `${service().url}/_local/webhooks/cli`, events: ['invoice.issued'] };
  const made = service().api('POST', '/api/v1/webhooks', { ...whose().scope, body });
  return (await expecting<{ uuid: string }>(201, 'Webhook', made)).uuid;
}

describe('invoicing', () => {
  it('asks for a login first, and rejects a wrong password', async () => {
    expect(await run(['list'])).toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringContaining('npm run cli -- login') as string,
    });
    const refused = await run(['login', '--url', service().url, '--email', whose().user.email, '--password-stdin'], 'wrong\n');
    expect(refused.code).toBe(3);
    expect(refused.stderr).not.toContain('wrong\n');
    expect((await run(['list'])).stderr).toContain('npm run cli -- login');
  });

  it('logs in, and uses the only company', async () => {
    const { code, stdout, stderr } = await login();
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('Company: ');
    expect(await json<Invoice[]>('list')).toEqual([]);
  });

  it('keeps its login when another one is rejected', async () => {
    const before = readFileSync(configFile({ XDG_CONFIG_HOME: folder }), 'utf8');
    const key = write('key', `af_${'0'.repeat(64)}\n`);
    const url = service().url;
    expect((await run(['login', '--url', url, '--key-file', key])).code).toBe(3);
    expect((await run(['login', '--url', 'http://127.0.0.1:1', '--key-file', key])).code).toBe(6);
    expect((await login('--company', 'RO1')).code).toBe(5);
    expect(readFileSync(configFile({ XDG_CONFIG_HOME: folder }), 'utf8')).toBe(before);
  });

  it('takes the invoices of a file from draft to validated', async () => {
    const file = fileOf('Consultanță', 'Audit', 'Instruire');
    const draftsOf = async () => (await json<{ draft: Invoice }[]>('draft', file)).map(({ draft }) => draft);
    const drafts = await draftsOf();
    expect(drafts.map(({ status }) => status)).toEqual(['draft', 'draft', 'draft']);
    // The same file again creates nothing twice.
    expect((await draftsOf()).map(({ id }) => id)).toEqual(drafts.map(({ id }) => id));

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

  it('drafts the valid invoices of a file, and prints which one is rejected and why', async () => {
    const file = write(
      'some.json',
      JSON.stringify([{ clientId: whose().clientId, issueDate: '2026-11-02', lines: [] }, { lines: 'none' }]),
    );
    const { code, stderr } = await run(['draft', file]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/Invoice 2: /);
    expect(stderr).toContain('were refused');
  });

  it('lists webhooks, and shows their deliveries', async () => {
    expect(await json('webhooks', 'list')).toEqual([]);
    expect((await run(['webhooks', 'tail'])).code).toBe(5);
    const uuid = await newWebhook();
    expect(await json('webhooks', 'list')).toMatchObject([{ uuid, isActive: true }]);
    expect((await run(['webhooks', 'list'])).stdout).toMatch(new RegExp(`^${uuid}  on +http.*invoice\\.issued$`, 'm'));
    await issued(service(), whose().scope, { clientId: whose().clientId });
    await service().idle();
    const { code, stdout, stderr } = await run(['webhooks', 'tail', '--once']);
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/^\S+ +success +200 +invoice\.issued +attempt 1/m);
    await newWebhook();
    expect((await run(['webhooks', 'tail'])).code).toBe(2);
  });

  it('prints deliveries as lines of JSON, each once, until Ctrl-C', async () => {
    const uuid = await newWebhook();
    const send = async (): Promise<string> => {
      const sent = service().api('POST', `/api/v1/webhooks/${uuid}/test`, { ...whose().scope, body: {} });
      return (await expecting<{ deliveryUuid: string }>(200, 'A test', sent)).deliveryUuid;
    };
    const sent = [await send(), await send()];
    const child = start(['--json', 'webhooks', 'tail', uuid, '--last', '1', '--interval', '0.1']);
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const next = async (): Promise<string> => {
      const { value } = (await lines.next()) as { value: string };
      return (JSON.parse(value) as { uuid: string }).uuid;
    };
    expect(await next()).toBe(sent[1]);
    for (let time = 0; time < 3; time++) {
      const id = await send();
      expect(await next()).toBe(id);
    }
    const ended = new Promise(resolve => child.once('close', (code, signal) => resolve([code, signal])));
    child.kill('SIGINT');
    expect((await lines.next()).done).toBe(true);
    expect(await ended).toEqual([0, null]);
  });

  it('exits with 2 for wrong arguments and files, with 5 for unknown records', async () => {
    expect((await run(['issue'])).code).toBe(2);
    expect((await run(['list', '--most', 'all'])).code).toBe(2);
    expect((await run(['draft', 'missing.json'])).code).toBe(2);
    const ansi = write('ansi.csv', Buffer.from('description\nMas\xe3\n', 'latin1'));
    expect(await run(['draft', ansi])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/is not UTF-8: .*Save it as "CSV UTF-8"/) as string,
    });
    expect((await run(['--help'])).code).toBe(0);
    expect(await run(['login', '--url', '127.0.0.1:3000', '--email', whose().user.email])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--url must be') as string,
    });
    expect((await run(['login', '--url', service().url, '--key-file', 'missing'])).stderr).toBe(
      `There is no file ${join(folder, 'missing')}.\n`,
    );
    const id = '00000000-0000-4000-8000-000000000000';
    const unknown = await run(['issue', id, id]);
    expect(unknown).toMatchObject({ code: 5, stdout: '' });
    expect(unknown.stderr).toMatch(new RegExp(`^${id} was refused; those after it were not sent\\.\\n.*not_found`, 's'));
  });

  it('continues when the access token has expired, and keeps the new one', async () => {
    await service().advance('PT2H');
    await json('companies');
    await json('companies');
  });
});
