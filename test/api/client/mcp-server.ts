import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll } from 'vitest';
import { keyWith } from '../../support/members.ts';
import type { Scope, Service } from '../../support/service.ts';

/** The arguments of the MCP server: its program, a key with few scopes and the file that contains the key. */

export const program = join(import.meta.dirname, '../../../clients/mcp/src/main.ts');
const SCOPES = ['client.view', 'client.create', 'invoice.view', 'invoice.create', 'invoice.issue'];

export interface Keyed {
  keyFile: string;
  scope: Scope;
}

/** Call it once in a test file. */
export function useKey(service: () => Service): () => Keyed {
  const folder = mkdtempSync(join(tmpdir(), 'invoicing-mcp-'));
  const keyFile = join(folder, 'key');
  let scope: Scope | undefined;
  beforeAll(async () => {
    const user = await service().newUser();
    scope = { ...(await service().newCompany(user)), token: await keyWith(service(), user, SCOPES) };
    writeFileSync(keyFile, scope.token, { mode: 0o600 });
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return () => {
    if (!scope) throw new Error('There is no key yet: call it inside a test.');
    return { keyFile, scope };
  };
}

export const call = async (client: Client, name: string, values: Record<string, unknown> = {}): Promise<CallToolResult> =>
  (await client.callTool({ name, arguments: values })) as CallToolResult;
export const bodyOf = (result: CallToolResult): Record<string, unknown> =>
  JSON.parse((result.content[0] as { text: string }).text) as Record<string, unknown>;
