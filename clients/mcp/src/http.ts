import { createServer, type IncomingMessage, type Server as HttpServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import { ApiError } from '../../typescript/src/index.ts';
import { createMcpServer, type McpOptions } from './server.ts';

/**
 * Serves MCP over streamable HTTP on loopback, without sessions: each request brings its own API key (`Authorization`) and company
 * (`X-Company`).
 *
 * @param port 0 for any free one
 */
export async function serveHttp(
  port: number,
  options: Omit<McpOptions, 'apiKey' | 'company'>,
): Promise<HttpServer & { port: number }> {
  const http = createServer((request, response) => {
    answer(request, response, options).catch((error: unknown) => {
      const status = error instanceof ApiError ? error.status : 500;
      const message = error instanceof ApiError ? error.message : 'The MCP server failed.';
      if (!response.headersSent) refuse(response, status, message);
      else response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(port, '127.0.0.1', resolve);
  });
  return Object.assign(http, { port: (http.address() as AddressInfo).port });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  options: Omit<McpOptions, 'apiKey' | 'company'>,
): Promise<void> {
  // A page of another origin must not reach a server on this machine by a name that leads here (DNS rebinding).
  if (request.headers.origin !== undefined) return refuse(response, 403, 'Browsers are not served.');
  const apiKey = request.headers.authorization?.replace(/^Bearer /i, '');
  if (!apiKey) return refuse(response, 401, 'Send an API key in Authorization.');
  const company = request.headers['x-company'];
  const server = await createMcpServer({ ...options, apiKey, company: typeof company === 'string' ? company : undefined });
  const transport = new NodeStreamableHTTPServerTransport({ enableJsonResponse: true });
  response.once('close', () => void server.close());
  await server.connect(transport);
  await transport.handleRequest(request, response);
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32000, message } }));
}
