import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A running engine: where it answers, and how it ends. */
export interface Engine {
  endpoint: string;
  stop(): Promise<void>;
}

/** An error that an AWS service answers: its code, HTTP status, message and further members of the error body. */
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
 * Starts an HTTP server on a free loopback port. `present` writes an error that the handler threw in the protocol of the
 * service; what is no `AwsError` is a defect of the engine and is answered as 500 after it was printed.
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
      // What the caller still sends is read and dropped: closing on it would lose the answer.
      request.removeAllListeners('readable').resume();
      present(
        error instanceof AwsError ? error : new AwsError('InternalFailure', 500, 'The local engine failed.'),
        response,
        request,
      );
    });
  });
  // AWS keeps idle connections; the SDK's agent re-uses them, and a close just then would look like a fault.
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

/** The whole request body; more than `limit` bytes is refused with 413 before it is kept. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const tooLarge = () => new AwsError('RequestTooLargeException', 413, `Request must be smaller than ${limit} bytes.`);
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop early must not cut the connection on which the refusal is to go out.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Answers JSON; `undefined` is an empty body. */
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
