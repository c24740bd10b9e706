import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { connect, isIP, type Socket, type TcpNetConnectOpts } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { failureInWords, TooLate } from './failure.ts';
import {
  allowedAddresses,
  hostOf,
  isAllowedAddress,
  ReceiverRefused,
  receiverUrl,
  type Resolve,
  resolveHost,
} from './receiver.ts';

export interface WebhookPost {
  url: string;
  headers: Record<string, string>;
  /** Sent as UTF-8. */
  body: string;
}

/** What came of a post. */
export interface WebhookAnswer {
  /** HTTP status; 0 when there was no complete answer. Redirects are not followed: theirs is the 3xx. */
  status: number;
  /** Of the answer: at most 64, 16 kB together, without `set-cookie`; null when there was none. */
  headers: Record<string, string> | null;
  /** Its first 4,096 characters; null when there was none, or it came compressed, which was not asked for. */
  body: string | null;
  durationMs: number;
  /** Why there was no answer, in plain words and without secrets. */
  error: string | null;
}

/** How the network is reached; tests put something else in its place. */
export interface Network {
  resolve: Resolve;
  connect(options: TcpNetConnectOpts): Socket;
}

const INTERNET: Network = { resolve: resolveHost, connect };

/** For everything: DNS, connecting, TLS, headers and body (completions-documents §7.2). */
const PATIENCE_MS = 10_000;
/** Until the next address of a host is tried. */
const ADDRESS_PATIENCE_MS = 1_000;
const MOST_CHARACTERS = 4_096;
const MOST_HEADERS = 64;
const MOST_HEADER_BYTES = 16 * 1024;

/** Headers that say how one connection is used: they are set here. */
const OF_THE_CONNECTION =
  /^(accept-encoding|connection|content-length|cookie|expect|host|keep-alive|proxy-[a-z-]+|te|trailer|transfer-encoding|upgrade)$/i;

/**
 * Posts a webhook to its receiver, once, on a connection of its own.
 *
 * The name is resolved once, all its addresses are checked, and only they are connected to; the address that the socket then has is
 * checked again before the first byte is sent. So a name that changes its address meanwhile (DNS rebinding) leads nowhere else.
 * Variables for proxies are not read.
 *
 * @throws Error when this program fails; what the network and the receiver do is in the answer
 */
export async function postWebhook(post: WebhookPost, network: Network = INTERNET): Promise<WebhookAnswer> {
  const startedAt = performance.now();
  const end = new AbortController();
  const timer = setTimeout(
    () => end.abort(new TooLate(`The receiver did not answer completely within ${PATIENCE_MS / 1000} seconds.`)),
    PATIENCE_MS,
  );
  const late = new Promise<never>((_, reject) => end.signal.addEventListener('abort', () => reject(end.signal.reason as Error)));
  const durationMs = (): number => Math.round(performance.now() - startedAt);
  try {
    const answer = await Promise.race([exchange(post, network, end.signal), late]);
    return { ...answer, durationMs: durationMs(), error: null };
  } catch (error) {
    const words = failureInWords(error);
    if (words === undefined) throw error;
    return { status: 0, headers: null, body: null, durationMs: durationMs(), error: words };
  } finally {
    clearTimeout(timer);
    // Whatever is still open is closed, also what the receiver goes on sending.
    end.abort();
  }
}

async function exchange(
  { url: text, headers, body }: WebhookPost,
  network: Network,
  end: AbortSignal,
): Promise<Pick<WebhookAnswer, 'status' | 'headers' | 'body'>> {
  const url = receiverUrl(text);
  const addresses = await allowedAddresses(url, network.resolve);
  end.throwIfAborted();
  const socket = await connected(url, addresses, network, end);
  const channel = url.protocol === 'https:' ? await secured(socket, hostOf(url), end) : socket;
  const response = await answerOn(channel, url, headers, body);
  const status = response.statusCode ?? 0;
  // The parser takes any three digits, and 0 would be no answer.
  if (status < 100) throw Object.assign(new Error('No status.'), { code: 'HPE_INVALID_STATUS' });
  return {
    status,
    headers: headersOf(response),
    body: await firstCharacters(response),
  };
}

/** A connection to one of the addresses, which were checked; there is no further look-up. */
async function connected(url: URL, addresses: string[], network: Network, end: AbortSignal): Promise<Socket> {
  const socket = network.connect({
    host: hostOf(url),
    port: url.port === '' ? DEFAULT_PORTS[url.protocol as keyof typeof DEFAULT_PORTS] : Number(url.port),
    lookup: (_hostname, _options, callback) =>
      callback(
        null,
        addresses.map(address => ({ address, family: isIP(address) })),
      ),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_PATIENCE_MS,
  });
  closedAt(end, socket);
  await once(socket, 'connect');
  if (!isAllowedAddress(socket.remoteAddress ?? '')) {
    throw new ReceiverRefused('The address of the receiver is not allowed: the connection led elsewhere.');
  }
  return socket;
}

const DEFAULT_PORTS = { 'https:': 443, 'http:': 80 };

/** TLS on the connection, with a certificate that an authority gave for the host. */
async function secured(socket: Socket, host: string, end: AbortSignal): Promise<Socket> {
  const channel = connectTls({
    socket,
    host,
    // Addresses are not sent as names (RFC 6066 §3), nor is the dot of the root.
    servername: isIP(host) ? '' : host.replace(/\.$/, ''),
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
    // Said here, as NODE_TLS_REJECT_UNAUTHORIZED decides for those who do not.
    rejectUnauthorized: true,
  });
  closedAt(end, channel);
  await once(channel, 'secureConnect');
  return channel;
}

/** Has a socket closed with the exchange; what it says afterwards is of no interest. */
function closedAt(end: AbortSignal, socket: Socket): void {
  socket.on('error', () => undefined);
  end.addEventListener('abort', () => socket.destroy());
}

function answerOn(channel: Socket, url: URL, headers: WebhookPost['headers'], body: string): Promise<IncomingMessage> {
  const content = Buffer.from(body);
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        method: 'POST',
        path: `${url.pathname}${url.search}`,
        headers: {
          ...Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.test(name))),
          host: url.host,
          'content-length': content.length,
          'accept-encoding': 'identity',
          connection: 'close',
        },
        maxHeaderSize: MOST_HEADER_BYTES,
        createConnection: () => channel,
      },
      resolve,
    );
    request.maxHeadersCount = MOST_HEADERS;
    request.on('error', reject);
    // Node closes a connection that was to change its protocol (101) without an error.
    request.on('close', () => reject(Object.assign(new Error('No answer.'), { code: 'ECONNRESET' })));
    request.end(content);
  });
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value = '']) => (name === 'set-cookie' ? [] : [[name, String(value)]])),
  );

/** The beginning of the answer's body, read as UTF-8 and never cut inside a character. What comes after it is not read. */
async function firstCharacters(response: IncomingMessage): Promise<string | null> {
  if (!/^(identity)?$/i.test(response.headers['content-encoding'] ?? '')) return null;
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response) {
    text += decoder.decode(chunk as Buffer, { stream: true });
    if (text.length >= MOST_CHARACTERS) return text.slice(0, MOST_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '');
  }
  return text + decoder.decode();
}
