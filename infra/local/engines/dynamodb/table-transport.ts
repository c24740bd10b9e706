import { connect, type Socket } from 'node:net';
import { localCaller } from './local-caller.ts';
import { asDynamoDb } from './refusals.ts';
import type { StrictTable } from './strict-table.ts';
import type { WireAnswer } from './wire-answer.ts';

/**
 * A fast HTTP client for calls to the table's engine. An SDK call takes 80 µs of processor time for serialization,
 * but 100 for a signature that the local engine does not check and 200 to 500 in `node:http`; tests make hundreds of thousands of calls.
 * So calls are sent unsigned, over plain sockets: one request at a time on each, and responses must have a `content-length`.
 */
export interface TableTransport {
  send(request: TableRequest): Promise<WireAnswer>;
  close(): void;
}

/** The parts of the SDK's HTTP request that the engine needs. */
export interface TableRequest {
  headers: Record<string, string>;
  body?: Uint8Array | string;
}

/** The parts of the SDK's middleware stack that are used here; the innermost middleware turns a request into a response. */
export interface TransportStack {
  remove(name: string): boolean;
  addRelativeTo(
    middleware: (next: Send) => Send,
    options: { relation: 'after'; toMiddleware: 'deserializerMiddleware'; name: string; override: boolean },
  ): void;
}
type Send = (args: { request: TableRequest }) => Promise<{ response: WireAnswer }>;

/** Makes a client of the table, or of its stream, send its calls by `transport()`, or as usual when that is undefined. */
export function sendBy(stack: TransportStack, transport: () => TableTransport | undefined): void {
  if (transport()) stack.remove('httpSigningMiddleware');
  stack.addRelativeTo(
    next => async args => {
      const way = transport();
      return way ? { response: await way.send(args.request) } : next(args);
    },
    { relation: 'after', toMiddleware: 'deserializerMiddleware', name: 'localTable', override: true },
  );
}

/** @param strict refuses conflicting calls before they are sent, like DynamoDB */
export function openTableTransport(endpoint: string, strict?: StrictTable): TableTransport {
  const { hostname, port } = new URL(endpoint);
  const authorization = unsigned();
  const all = new Set<Connection>();
  const free: Connection[] = [];

  const open = (): Connection => {
    const connection = openConnection(hostname, Number(port), () => {
      all.delete(connection);
      const place = free.indexOf(connection);
      if (place >= 0) free.splice(place, 1);
    });
    all.add(connection);
    return connection;
  };
  const exchange = async (target: string, body: Uint8Array | string): Promise<WireAnswer> => {
    const connection = free.pop() ?? open();
    const answer = await connection.exchange(requestBytes(hostname, authorization, target, body));
    free.push(connection);
    return answer;
  };
  return {
    send({ headers, body = '' }) {
      const target = headers['x-amz-target'] ?? '';
      if (!strict) return asDynamoDb(target, body, other => exchange(target, other ?? body));
      return strict.send(target, body, other => exchange(target, other ?? body));
    },
    close: () => all.forEach(connection => connection.close()),
  };
}

interface Connection {
  /** Sends a request and reads its response; the next call must wait for it. */
  exchange(request: Uint8Array): Promise<WireAnswer>;
  close(): void;
}

function openConnection(host: string, port: number, onClose: () => void): Connection {
  const socket: Socket = connect({ host, port, noDelay: true });
  let waiting: PromiseWithResolvers<WireAnswer> | undefined;
  let read = answerReader();
  socket.on('data', chunk => {
    const answer = read(chunk);
    if (!answer) return;
    read = answerReader();
    // An idle connection must not keep the process alive.
    socket.unref();
    waiting?.resolve(answer);
    waiting = undefined;
  });
  let failure: Error | undefined;
  socket.on('error', error => (failure = error));
  socket.on('close', () => {
    onClose();
    // The SDK retries after this code.
    waiting?.reject(failure ?? Object.assign(new Error('The engine ended the connection.'), { code: 'ECONNRESET' }));
  });
  return {
    exchange(request) {
      waiting = Promise.withResolvers();
      socket.ref();
      socket.write(request);
      return waiting.promise;
    },
    close: () => socket.destroy(),
  };
}

/** The engine requires a signature, but does not verify it. */
export function unsigned(): string {
  const { region, credentials } = localCaller();
  return `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/20260101/${region}/dynamodb/aws4_request, SignedHeaders=host, Signature=none`;
}

function requestBytes(host: string, authorization: string, target: string, body: Uint8Array | string): Uint8Array {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const head = [
    'POST / HTTP/1.1',
    `host: ${host}`,
    'content-type: application/x-amz-json-1.0',
    `x-amz-target: ${target}`,
    `authorization: ${authorization}`,
    'x-amz-date: 20260101T000000Z',
    `content-length: ${bytes.byteLength}`,
  ].join('\r\n');
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`), bytes]);
}

/** A parser for one response: takes it chunk by chunk, and returns it with the last chunk, else undefined. */
function answerReader(): (chunk: Buffer) => WireAnswer | undefined {
  let start: Buffer = Buffer.alloc(0);
  let head: (Omit<WireAnswer, 'body'> & { length: number }) | undefined;
  const body: Buffer[] = [];
  let received = 0;
  const add = (chunk: Buffer): void => {
    body.push(chunk);
    received += chunk.length;
  };
  return chunk => {
    if (head) add(chunk);
    else {
      start = start.length === 0 ? chunk : Buffer.concat([start, chunk]);
      const end = start.indexOf('\r\n\r\n');
      if (end < 0) return undefined;
      head = headOf(start.toString('latin1', 0, end));
      add(start.subarray(end + 4));
    }
    const { statusCode, headers, length } = head;
    return received < length ? undefined : { statusCode, headers, body: body.length === 1 ? body[0] : Buffer.concat(body) };
  };
}

function headOf(text: string) {
  const [status = '', ...lines] = text.split('\r\n');
  const headers = Object.fromEntries(
    lines.map(line => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const length = Number(headers['content-length']);
  if (!Number.isInteger(length)) throw new Error(`The engine answers without a length: ${status}`);
  return { statusCode: Number(status.split(' ')[1]), headers, length };
}
