import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useService } from '../../support/service.ts';
import { bodyOf, call, program, useKey } from './mcp-server.ts';

/** The MCP server as an assistant uses it: a process of its own, on standard input and output. */
const service = useService();
const key = useKey(service);

describe('over standard input and output', () => {
  const client = new Client({ name: 'test', version: '1' });
  beforeAll(async () => {
    const { keyFile, scope } = key();
    const args = [program, '--url', service().url, '--key-file', keyFile, '--company', scope.company];
    await client.connect(new StdioClientTransport({ command: process.execPath, args }));
  });
  afterAll(() => client.close());

  it('offers the tools that the scopes of the key allow, and no others', async () => {
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['clients-list', 'clients-create', 'invoices-issue']));
    expect(names.filter(name => /-remove$|^webhooks-create|^members-/.test(name))).toEqual([]);
  });

  it('drafts and issues an invoice, and returns its PDF as a file', async () => {
    const { id: clientId } = await service().newClient(key().scope);
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

  it('returns an error with its fields as a result, so that the model can correct it', async () => {
    const refused = await call(client, 'clients-create', { body: { name: '' } });
    expect(refused.isError).toBe(true);
    expect(bodyOf(refused)).toMatchObject({ error: { code: 'validation_error' } });
  });

  it('rejects a tool that the key does not allow', async () => {
    await expect(call(client, 'invoices-remove', { uuid: 'x' })).rejects.toThrow('does not allow it');
  });
});
