import { Agent, type IncomingMessage, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { RawAnswer } from '../matrix/send.ts';

/** A request as it is sent over the network, with errors that `fetch` would correct. */
export interface RawRequest {
  method: string;
  /** Path and query, percent-encoded or not. */
  target: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 });

/** Sends a request to the local runtime. */
export async function sendRaw(baseUrl: string, { method, target, headers, body }: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(baseUrl);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const length = body === undefined && method === 'GET' ? {} : { 'content-length': String(body?.length ?? 0) };
    const sent = request({ agent, hostname, port, method, path: target, headers: { ...headers, ...length } }, resolve);
    sent.once('error', reject);
    sent.end(body);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
  const received = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
  const bytes = Buffer.concat(chunks);
  const text = (received['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
  const isJson = /^application\/(problem\+)?json\b/.test(received['content-type'] ?? '');
  return { status: response.statusCode ?? 0, headers: received, text, json: isJson ? parsed(text) : undefined };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
