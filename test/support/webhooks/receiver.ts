import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CompanyId } from '#shared/platform/store/table.ts';

/** A receiver of webhooks on this machine. */
export interface Receiver {
  url: string;
  /** The received requests, oldest first. */
  requests: { headers: IncomingHttpHeaders; raw: string; body: ReceivedMessage }[];
  /** Sets the responses; a function is called for each request, with its index from 0. */
  answer: number | ((place: number) => ReceiverAnswer | Promise<ReceiverAnswer>);
  /** Number of open requests, and its maximum. */
  open: { now: number; most: number };
  stop(): Promise<void>;
}

/** `drop`: closes the connection without a response. */
export type ReceiverAnswer = { status: number; headers?: Record<string, string>; body?: string } | 'drop';

export interface ReceivedMessage {
  id: string;
  type: string;
  createdAt: string;
  timestamp: string;
  company: CompanyId;
  sequence: number;
  data: Record<string, unknown>;
}

export async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = { url: '', requests: [], answer: 200, open: { now: 0, most: 0 }, stop: async () => {} };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString();
      const place = receiver.requests.push({ headers: request.headers, raw, body: JSON.parse(raw) as ReceivedMessage }) - 1;
      const { answer, open } = receiver;
      open.most = Math.max(open.most, ++open.now);
      response.on('close', () => open.now--);
      void Promise.resolve(typeof answer === 'number' ? { status: answer } : answer(place)).then(given => {
        if (given === 'drop') request.socket.destroy();
        else response.writeHead(given.status, given.headers).end(given.body ?? '');
      });
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  receiver.stop = () =>
    new Promise(resolve => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return receiver;
}
