import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A running engine. */
export interface Engine {
  endpoint: string;
  stop(): Promise<void>;
}

/** An error response of an AWS service: its code, HTTP status, message and further members of the error body. */
export class AwsError extends Error {
  readonly code: string;
  readonly status: number;
  readonly members: Record<string, string>;

  constructor(code: string, status: number, message: string, members: Record<string, string> = {}) {
    super(message);
    this.name = code;
    this.code = code;
    this.status = status;
    this.members = members;
  }
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Starts an HTTP server on a free loopback port. `present` writes an error of the handler in the protocol of the
 * service. Errors other than `AwsError` are defects of the engine: they are printed and become a 500.
 */
export async function serve(
  handler: Handler,
  present: (error: AwsError, response: ServerResponse, request: IncomingMessage) => void,
): Promise<Engine> {
  const server = createServer((request, response) => {
    handler(request, response).catch((error: unknown) => {
      if (response.destroyed) return;
      if (response.headersSent) {
        response.destroy();
        return;
      }
      if (!(error instanceof AwsError)) console.error(error);
      // Reads and drops the rest of the request: closing the connection early would lose the response.
      request.removeAllListeners('readable').resume();
      present(
        error instanceof AwsError ? error : new AwsError('InternalFailure', 500, 'The local engine failed.'),
        response,
        request,
      );
    });
  });
  // Like AWS, keeps idle connections open: the SDK reuses them, and a close at that moment would look like a fault.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The whole request body. @throws AwsError 413 for more than `limit` bytes */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const tooLarge = () => new AwsError('RequestTooLargeException', 413, `Request must be smaller than ${limit} bytes.`);
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop early must not close the connection, which is needed for the error response.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Sends a JSON response; `undefined` gives an empty body. */
export function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  const bytes = body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body));
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length, ...headers }).end(bytes);
}

/** The error body of AWS's REST-JSON and JSON protocols: the code in a header and in `__type`. */
export function presentJsonError(error: AwsError, response: ServerResponse): void {
  sendJson(
    response,
    error.status,
    { __type: error.code, message: error.message, ...error.members },
    { 'x-amzn-errortype': error.code },
  );
}
