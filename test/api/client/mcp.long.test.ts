import { spawn } from 'node:child_process';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useService } from '../../support/service.ts';
import { bodyOf, call, program, useKey } from './mcp-server.ts';

/** The MCP server as a command, and over HTTP. */
const service = useService();
const key = useKey(service);

describe('the command', () => {
  const run = (...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> => {
    const child = spawn(process.execPath, [program, ...args]);
    const ended = { code: null as number | null, stdout: '', stderr: '' };
    child.stdout.on('data', (chunk: Buffer) => (ended.stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (ended.stderr += chunk.toString()));
    return new Promise(resolve => child.once('close', code => resolve({ ...ended, code })));
  };

  it('prints its usage', async () => {
    expect(await run('--help')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Usage: /) as string, stderr: '' });
  });

  it('explains errors of its arguments', async () => {
    const valid = ['--url', service().url, '--key-file', key().keyFile];
    const [unknown, missing, unreachable, noArea] = await Promise.all([
      run('--key', key().keyFile),
      run('--url', service().url),
      run('--url', 'http://127.0.0.1:1', '--key-file', key().keyFile),
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

describe('over HTTP', () => {
  let url: string;
  const server = { stop: (): unknown => undefined };
  beforeAll(async () => {
    const child = spawn(process.execPath, [program, '--url', service().url, '--http', '0', '--areas', 'clients']);
    server.stop = () => child.kill();
    url = await new Promise<string>((resolve, reject) => {
      child.stderr.on('data', (chunk: Buffer) => resolve(/http:\S+/.exec(chunk.toString())?.[0] ?? ''));
      child.once('close', () => reject(new Error('The MCP server ended.')));
    });
  });
  afterAll(() => server.stop());

  const connected = async (headers: Record<string, string>): Promise<Client> => {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
    return client;
  };

  it('uses the key and the company of each request, in the chosen areas', async () => {
    const client = await connected({ authorization: key().scope.token, 'x-company': key().scope.company });
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names.every(name => name.startsWith('clients-'))).toBe(true);
    expect(bodyOf(await call(client, 'clients-list'))).toHaveProperty('data');
    await client.close();
  });

  it('rejects requests without a valid key, and from pages in browsers', async () => {
    await expect(connected({})).rejects.toMatchObject({ data: { status: 401 } });
    await expect(connected({ authorization: `af_${'0'.repeat(64)}` })).rejects.toMatchObject({ data: { status: 401 } });
    const page = await fetch(url, {
      method: 'POST',
      headers: { origin: 'https://elsewhere.example', authorization: key().scope.token },
    });
    expect(page.status).toBe(403);
  });
});
