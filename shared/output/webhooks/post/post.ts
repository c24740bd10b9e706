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

/** The result of a post. */
export interface WebhookAnswer {
  /** HTTP status; 0 when there was no complete answer. Redirects are not followed: their 3xx is returned. */
  status: number;
  /** Headers of the answer without `set-cookie`: at most 64, 16 kB in total; null when there was no answer. */
  headers: Record<string, string> | null;
  /**
   * The first 4,096 characters of the body; null when there was no answer, or it was compressed although that was not requested.
   */
  body: string | null;
  durationMs: number;
  /** Why there was no answer, in plain words and without secrets; null when there was one. */
  error: string | null;
}

/** Access to the network; tests replace it. */
export interface Network {
  resolve: Resolve;
  connect(options: TcpNetConnectOpts): Socket;
}

const INTERNET: Network = { resolve: resolveHost, connect };

/** Timeout of the whole exchange: DNS, connecting, TLS, headers and body (WHK-17). */
const PATIENCE_MS = 10_000;
/** Milliseconds after which the next address of a host is tried. */
const ADDRESS_PATIENCE_MS = 1_000;
const MOST_CHARACTERS = 4_096;
const MOST_HEADERS = 64;
const MOST_HEADER_BYTES = 16 * 1024;

/** Headers of the connection (hop-by-hop and framing): set here, never by the caller. */
const OF_THE_CONNECTION =
  /^(accept-encoding|connection|content-length|cookie|expect|host|keep-alive|proxy-[a-z-]+|te|trailer|transfer-encoding|upgrade)$/i;

/**
 * Posts a webhook to its receiver, once, on a new connection.
 *
 * The host name is resolved once, all its addresses are checked, and only these are connected to. The remote address of the socket
 * is checked again before the first byte is sent. So a name that changes its address meanwhile (DNS rebinding) cannot reach an
 * internal address. Environment variables for proxies are ignored.
 *
 * @throws Error when this program fails; failures of the network and the receiver are returned in the answer
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
    // Closes the sockets, even while the receiver is still sending.
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
  // The parser accepts any three digits, and a status of 0 would mean that there was no answer.
  if (status < 100) throw Object.assign(new Error('No status.'), { code: 'HPE_INVALID_STATUS' });
  return {
    status,
    headers: headersOf(response),
    body: await firstCharacters(response),
  };
}

/** A connection to one of the addresses, which are already checked; the name is not resolved again. */
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

/** TLS on the connection; the certificate must be valid for the host and from a trusted authority. */
async function secured(socket: Socket, host: string, end: AbortSignal): Promise<Socket> {
  const channel = connectTls({
    socket,
    host,
    // No SNI for IP addresses, and no trailing dot in names (RFC 6066 §3).
    servername: isIP(host) ? '' : host.replace(/\.$/, ''),
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
    // Explicit, because NODE_TLS_REJECT_UNAUTHORIZED changes the default.
    rejectUnauthorized: true,
  });
  closedAt(end, channel);
  await once(channel, 'secureConnect');
  return channel;
}

/** Closes a socket when the exchange ends; later errors of the socket are ignored. */
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
    // After an unexpected protocol upgrade (101), Node closes the connection without an error.
    request.on('close', () => reject(Object.assign(new Error('No answer.'), { code: 'ECONNRESET' })));
    request.end(content);
  });
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value = '']) => (name === 'set-cookie' ? [] : [[name, String(value)]])),
  );

/** The first `MOST_CHARACTERS` of the body, decoded as UTF-8 and never cut inside a character. The rest is not read. */
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
