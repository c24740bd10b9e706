import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Network } from '#shared/output/webhooks/post/post.ts';

/** A receiver on 127.0.0.1 that responds with the bytes of a test. */
export interface Receiver {
  port: number;
  /** Connections that it accepted. */
  connections(): number;
  /** All received bytes. */
  received(): string;
  /** The time of the first bytes, of TLS or not. */
  greeted: Promise<void>;
  /** When the first request is complete. */
  requested: Promise<string>;
  /** When the first connection is closed. */
  gone: Promise<void>;
  /** Writes to all connections, and ends them. */
  say(text: string): void;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface Certified {
  key: string;
  cert: string;
}

/** @param respond runs once a whole request is there */
export async function startReceiver(respond: (socket: Socket) => void = () => undefined, tls?: Certified): Promise<Receiver> {
  const sockets = new Set<Socket>();
  const whole = Promise.withResolvers<string>();
  const greeted = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  let connections = 0;
  let received = '';
  const accept = (socket: Socket): void => {
    let text = '';
    socket.on('data', data => {
      text += data.toString();
      received += data.toString();
      greeted.resolve();
      if (!isComplete(text)) return;
      whole.resolve(text);
      text = '';
      respond(socket);
    });
    socket.on('error', () => undefined).on('close', () => gone.resolve());
  };
  const server: Server = tls ? createTlsServer(tls, accept) : createServer(accept);
  server.on('connection', (socket: Socket) => {
    connections++;
    sockets.add(socket.on('error', () => undefined));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    received: () => received,
    greeted: greeted.promise,
    requested: whole.promise,
    gone: gone.promise,
    say: text => sockets.forEach(socket => socket.end(text)),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

function isComplete(text: string): boolean {
  const [head = '', ...body] = text.split('\r\n\r\n');
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? NaN);
  return Buffer.byteLength(body.join('\r\n\r\n')) === length;
}

/** A complete HTTP response. */
export const answer = (status: string, headers: readonly string[] = [], body = ''): string =>
  [`HTTP/1.1 ${status}`, ...headers, `content-length: ${Buffer.byteLength(body)}`, '', body].join('\r\n');

/** The network with names of our own; `connect` is the real one unless given. */
export const names = (addresses: Record<string, string[]>, connectTo: Network['connect'] = connect): Network => ({
  resolve: hostname => {
    const found = addresses[hostname];
    return found ? Promise.resolve(found) : Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }));
  },
  connect: connectTo,
});

export const message = (url: string) => ({ url, headers: { 'content-type': 'application/json' }, body: '{"id":"1"}' });
