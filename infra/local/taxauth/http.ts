import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MAX_UPLOAD_BYTES } from './paths.ts';
import { failure } from '#shared/authority/taxauth/simulator/wire.ts';
import type { Answer } from '#shared/authority/taxauth/simulator/wire.ts';

export interface Request {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The body exceeds the authority's limit; the rest was discarded. */
  tooLarge: boolean;
}

/** The result of a request: a response after `delayMs`, or a broken connection. */
export type Outcome =
  | { answer: Answer; delayMs: number; /** Called when the caller was gone before the answer. */ undelivered?: () => void }
  | 'connectionLost';

export interface RunningServer {
  port: number;
  /** Closes open connections, and waits for running requests. */
  stop(): Promise<void>;
}

/** Starts an HTTP server on loopback; port 0 selects a free one. */
export async function serve(port: number, handle: (request: Request) => Promise<Outcome>): Promise<RunningServer> {
  const stopping = new AbortController();
  const underway = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    const work = respond(request, response, handle, stopping.signal).finally(() => underway.delete(work));
    underway.add(work);
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closed = new Promise<void>(resolve => server.close(() => resolve()));
      stopping.abort();
      server.closeAllConnections();
      await Promise.all([closed, ...underway]);
    },
  };
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  handle: (request: Request) => Promise<Outcome>,
  stopping: AbortSignal,
): Promise<void> {
  let outcome: Outcome;
  try {
    outcome = await handle(await read(request));
  } catch (error) {
    if (request.socket.destroyed) return;
    outcome = { answer: failure(500, 'Internal Server Error', (error as Error).message), delayMs: 0 };
  }
  if (outcome === 'connectionLost') {
    request.socket.destroy();
    return;
  }
  if (outcome.delayMs > 0) await delay(outcome.delayMs, response, stopping);
  if (response.destroyed) {
    outcome.undelivered?.();
    return;
  }
  const { status, headers, body } = outcome.answer;
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
}

/** Ends early when the caller goes away or the server stops. */
function delay(ms: number, response: ServerResponse, stopping: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, ms);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    response.once('close', end);
    stopping.addEventListener('abort', end, { once: true });
  });
}

async function read(request: IncomingMessage): Promise<Request> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const chunks: Buffer[] = [];
  let size = 0;
  // Reads to the end even if the body is too long: a caller that is still sending would not see the response.
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_UPLOAD_BYTES) chunks.push(chunk);
  }
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body: Buffer.concat(chunks),
    tooLarge: size > MAX_UPLOAD_BYTES,
  };
}
