import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js';
import { createInvoicingClient, ok } from '../../typescript/src/index.ts';
import { callTool } from './call.ts';
import type { Document } from './document.ts';
import { toolsOf } from './tools.ts';

export interface McpOptions {
  /** The URL of the service. */
  url: string;
  /** An API key; its scopes decide which tools there are. */
  apiKey: string;
  /** The company that the tools work in. */
  company?: string | undefined;
  areas?: readonly string[] | undefined;
  document: Document;
}

/** A server of the Model Context Protocol with the operations that an API key allows. @throws ApiError when the key is refused */
export async function createMcpServer({ url, apiKey, company, areas, document }: McpOptions): Promise<Server> {
  const client = createInvoicingClient({ baseUrl: url, credentials: { apiKey }, ...(company !== undefined && { company }) });
  const { permissions } = (await ok(client.GET('/api/v1/me'))) as { permissions: string[] };
  const tools = toolsOf(document, { permissions, areas });
  const byName = new Map(tools.map(tool => [tool.name, tool]));

  const server = new Server({ name: 'invoicing', version: '0.1.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ name, title, description, inputSchema, annotations }) => ({
      ...{ name, title, description, inputSchema, annotations },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const tool = byName.get(params.name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${params.name}, or the key does not allow it.`);
    return callTool(client, tool, params.arguments ?? {});
  });
  return server;
}
