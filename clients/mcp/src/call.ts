import type { CallToolResult } from '@modelcontextprotocol/server';
import type { InvoicingClient } from '../../typescript/src/index.ts';
import type { ApiTool } from './tools.ts';

/** The operation is chosen when the tool is called, so the client's types by path do not apply. */
type AnyRequest = (
  method: string,
  path: string,
  init: { params: object; body?: unknown; parseAs: 'stream' },
) => Promise<{ response: Response; data?: ReadableStream; error?: unknown }>;

/** Calls the operation of a tool. A refusal is a result too, so that the model reads what to change. */
export async function callTool(
  client: InvoicingClient,
  { method, path, inPath, inQuery, takesBody }: ApiTool,
  values: Record<string, unknown>,
): Promise<CallToolResult> {
  const pick = (names: string[]): object =>
    Object.fromEntries(names.filter(name => name in values).map(name => [name, values[name]]));
  // See AnyRequest: the client itself takes any method and path.
  const { response, data, error } = await (client.request as unknown as AnyRequest)(method.toLowerCase(), path, {
    params: { path: pick(inPath), query: pick(inQuery) },
    ...(takesBody && values['body'] !== undefined && { body: values['body'] }),
    parseAs: 'stream',
  });
  if (!response.ok) return { isError: true, content: [text(JSON.stringify(error))] };
  const bytes = Buffer.from(await new Response(data ?? null).arrayBuffer());
  return { content: [contentOf(bytes, response)] };
}

/** JSON and text as they are; any other file as a resource. */
function contentOf(bytes: Buffer, response: Response): CallToolResult['content'][number] {
  const mimeType = response.headers.get('content-type')?.split(';')[0] ?? '';
  if (bytes.length === 0) return text(`Done (${response.status}).`);
  if (/\b(json|xml|csv)\b|^text\//.test(mimeType)) return text(bytes.toString());
  return { type: 'resource', resource: { uri: response.url, mimeType, blob: bytes.toString('base64') } };
}

const text = (value: string) => ({ type: 'text' as const, text: value });
