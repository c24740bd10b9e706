import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { createInvoicingClient, ok } from '../../typescript/src/index.ts';
import { callTool } from './call.ts';
import type { Document } from './document.ts';
import { listedTools, toolsOf } from './tools.ts';

export interface McpOptions {
  /** The URL of the service. */
  url: string;
  /** An API key; its scopes decide which tools there are. */
  apiKey: string;
  /** The company that the tools work in. */
  company?: string | undefined;
  areas?: readonly string[] | undefined;
  /** Whether schemas are described in full (short.ts). */
  full?: boolean | undefined;
  document: Document;
}

/** A server of the Model Context Protocol with the operations that an API key allows. @throws ApiError when the key is refused */
export async function createMcpServer({ url, apiKey, company, areas, full, document }: McpOptions): Promise<Server> {
  const client = createInvoicingClient({ baseUrl: url, credentials: { apiKey }, ...(company !== undefined && { company }) });
  const { permissions } = (await ok(client.GET('/api/v1/me'))) as { permissions: string[] };
  const tools = toolsOf(document, { permissions, areas, full });
  const byName = new Map(tools.map(tool => [tool.name, tool]));

  const server = new Server({ name: 'invoicing', version: '0.1.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({ tools: listedTools(tools) }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = byName.get(params.name);
    if (!tool)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}, or the key does not allow it.`);
    return callTool(client, tool, params.arguments ?? {});
  });
  return server;
}
