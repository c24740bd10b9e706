import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyWith } from '../../support/members.ts';
import { type Scope, useOwnService } from '../../support/service.ts';

/** The MCP server as an assistant uses it: a process of its own, on standard input and output, and over HTTP. */
const service = useOwnService();
const program = join(import.meta.dirname, '../../../clients/mcp/src/main.ts');
const folder = mkdtempSync(join(tmpdir(), 'invoicing-mcp-'));
const keyFile = join(folder, 'key');
const SCOPES = ['client.view', 'client.create', 'invoice.view', 'invoice.create', 'invoice.issue'];
let scope: Scope;

beforeAll(async () => {
  const user = await service().newUser();
  scope = { ...(await service().newCompany(user)), token: await keyWith(service(), user, SCOPES) };
  writeFileSync(keyFile, scope.token, { mode: 0o600 });
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const call = async (client: Client, name: string, values: Record<string, unknown> = {}): Promise<CallToolResult> =>
  (await client.callTool({ name, arguments: values })) as CallToolResult;
const bodyOf = (result: CallToolResult): Record<string, unknown> =>
  JSON.parse((result.content[0] as { text: string }).text) as Record<string, unknown>;

describe('the command', { timeout: 60_000 }, () => {
  const run = (...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> => {
    const child = spawn(process.execPath, [program, ...args]);
    const ended = { code: null as number | null, stdout: '', stderr: '' };
    child.stdout.on('data', (chunk: Buffer) => (ended.stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (ended.stderr += chunk.toString()));
    return new Promise(resolve => child.once('close', code => resolve({ ...ended, code })));
  };

  it('explains itself', async () => {
    expect(await run('--help')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Usage: /) as string, stderr: '' });
  });

  it('says what is wrong with its arguments', async () => {
    const valid = ['--url', service().url, '--key-file', keyFile];
    const [unknown, missing, unreachable, noArea] = await Promise.all([
      run('--key', keyFile),
      run('--url', service().url),
      run('--url', 'http://127.0.0.1:1', '--key-file', keyFile),
      run(...valid, '--areas', 'clients,bills'),
    ]);
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Unknown option '--key'.*Usage: /s) as string });
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringMatching(/^--key-file is missing\.\nUsage: /) as string });
    expect(unreachable).toMatchObject({ code: 1, stderr: 'http://127.0.0.1:1/openapi.json cannot be reached (--url).\n' });
    expect(noArea).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^--areas has bills; there are .*invoices/) as string,
    });
  });
});

describe('over standard input and output', { timeout: 60_000 }, () => {
  const client = new Client({ name: 'test', version: '1' });
  beforeAll(async () => {
    const args = [program, '--url', service().url, '--key-file', keyFile, '--company', scope.company];
    await client.connect(new StdioClientTransport({ command: process.execPath, args }));
  }, 60_000);
  afterAll(() => client.close());

  it('offers what the scopes of the key allow, and nothing else', async () => {
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['clients-list', 'clients-create', 'invoices-issue']));
    expect(names.filter(name => /-remove$|^webhooks-create|^members-/.test(name))).toEqual([]);
  });

  it('drafts and issues an invoice, and returns its PDF as a file', async () => {
    const { id: clientId } = await service().newClient({ ...scope, token: scope.token });
    const lines = [{ description: 'Consultanță', quantity: 1, unitPrice: 100, vatRate: 21 }];
    const body = { clientId, issueDate: '2026-11-02', dueDate: '2026-12-02', lines };
    const drafted = bodyOf(await call(client, 'invoices-create', { body })) as { invoice: { id: string } };
    const issued = await call(client, 'invoices-issue', { uuid: drafted.invoice.id });
    expect(bodyOf(issued)).toMatchObject({ id: drafted.invoice.id, status: 'issued' });
    const { content } = await call(client, 'invoices-pdf', { uuid: drafted.invoice.id });
    const { resource } = content[0] as { resource: { mimeType: string; blob: string } };
    expect(resource.mimeType).toBe('application/pdf');
    expect(Buffer.from(resource.blob, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('returns a refusal with its fields as a result, so that the model can correct it', async () => {
    const refused = await call(client, 'clients-create', { body: { name: '' } });
    expect(refused.isError).toBe(true);
    expect(bodyOf(refused)).toMatchObject({ error: { code: 'validation_error' } });
  });

  it('refuses a tool that the key does not allow', async () => {
    await expect(call(client, 'invoices-remove', { uuid: 'x' })).rejects.toThrow('does not allow it');
  });
});

describe('over HTTP', { timeout: 60_000 }, () => {
  let url: string;
  const server = { stop: (): unknown => undefined };
  beforeAll(async () => {
    const child = spawn(process.execPath, [program, '--url', service().url, '--http', '0', '--areas', 'clients']);
    server.stop = () => child.kill();
    url = await new Promise<string>((resolve, reject) => {
      child.stderr.on('data', (chunk: Buffer) => resolve(/http:\S+/.exec(chunk.toString())?.[0] ?? ''));
      child.once('close', () => reject(new Error('The MCP server ended.')));
    });
  }, 60_000);
  afterAll(() => server.stop());

  const connected = async (headers: Record<string, string>): Promise<Client> => {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }) as Parameters<typeof client.connect>[0],
    );
    return client;
  };

  it('works with the key and the company of each request, in the chosen areas', async () => {
    const client = await connected({ authorization: scope.token, 'x-company': scope.company });
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names.every(name => name.startsWith('clients-'))).toBe(true);
    expect(bodyOf(await call(client, 'clients-list'))).toHaveProperty('data');
    await client.close();
  });

  it('refuses requests without a valid key, and pages of browsers', async () => {
    await expect(connected({})).rejects.toMatchObject({ code: 401 });
    await expect(connected({ authorization: `af_${'0'.repeat(64)}` })).rejects.toMatchObject({ code: 401 });
    const page = await fetch(url, {
      method: 'POST',
      headers: { origin: 'https://elsewhere.example', authorization: scope.token },
    });
    expect(page.status).toBe(403);
  });
});
