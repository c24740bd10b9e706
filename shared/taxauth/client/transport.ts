import type { CallAuthority } from '../../authority/call.ts';
import { AuthorityLimitReached } from '../../authority/count-call.ts';
import type { AuthorityCall } from '../../authority/limits.ts';
import { NotCounted } from '../../authority/token-window.ts';
import { now } from '../../kernel/clock.ts';
import { BodyTooLong, readBody } from '../../outbound/read-body.ts';
import {
  TaxauthAnswerLost,
  TaxauthError,
  TaxauthRateLimited,
  TaxauthRefused,
  TaxauthUnauthorized,
  TaxauthUnavailable,
} from './errors.ts';
import { jsonError } from './protocol.ts';

export interface TaxauthConnection {
  /** The service's REST root without a trailing slash, e.g. `https://host/prod/FCTEL/rest`. */
  baseUrl: string;
  /** Access token (OAuth 2.0 bearer). Never part of an error or URL. */
  token: string;
  /** What counts a call and makes it: `callAuthority`. */
  send: CallAuthority;
  /** Milliseconds from the start of a call, its count included, to the end of its answer; 10,000 by default. */
  timeoutMs?: number;
  /** Ends the call early; the outcome is then as unknown as after a timeout. */
  signal?: AbortSignal;
}

export interface Call {
  /** What the limits count. */
  counted: AuthorityCall;
  method: 'GET' | 'POST';
  path: string;
  query?: Record<string, string>;
  /** Of the body; `text/plain` by default. */
  contentType?: string;
  body?: string | Uint8Array<ArrayBuffer>;
  /** The answer is cut off, and lost, beyond this. */
  maxAnswerBytes: number;
}

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_RETRY_SECONDS = 60;

// Failures of connecting: no byte of the request has left. Every other failure may have come after the request was sent.
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** One call. Returns the body of a 200; everything else is thrown as one of errors.ts. */
export async function call(connection: TaxauthConnection, request: Call): Promise<Uint8Array> {
  // Checked here because fetch would quote the value in its own error.
  if (!/^[\x21-\x7e]+$/.test(connection.token)) {
    throw new TaxauthUnauthorized(
      'The access token is empty or has characters that no token has; link the account again.',
      'token',
    );
  }
  const response = await send(connection, request);
  const body = await bodyOf(response, request.maxAnswerBytes);
  if (response.status === 200) return body;
  throw statusError(response, new TextDecoder().decode(body.subarray(0, 10_000)), request, connection.token);
}

async function send(
  { baseUrl, token, send: callAuthority, timeoutMs = DEFAULT_TIMEOUT_MS, signal }: TaxauthConnection,
  request: Call,
): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const query = request.query ? `?${new URLSearchParams(request.query)}` : '';
    const { contentType = 'text/plain' } = request;
    return await callAuthority(request.counted, `${baseUrl}/${request.path}${query}`, {
      method: request.method,
      headers: { authorization: `Bearer ${token}`, ...(request.body === undefined ? {} : { 'content-type': contentType }) },
      ...(request.body === undefined ? {} : { body: request.body }),
      // A redirect would be to a sign-in page; following it could only carry the document somewhere else.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
  } catch (error) {
    if (error instanceof AuthorityLimitReached) throw new TaxauthRateLimited(error.message, error.retryAfter, error.limit);
    if (error instanceof NotCounted) throw new TaxauthUnavailable(error.message, { cause: error });
    const code = failureCode(error);
    if (NEVER_SENT.has(code)) throw new TaxauthUnavailable(`The tax authority cannot be reached (${code}).`);
    if (timeout.aborted) throw new TaxauthAnswerLost(`The tax authority did not answer within ${timeoutMs} ms.`);
    throw new TaxauthAnswerLost(`The connection to the tax authority broke before an answer came (${code}).`);
  }
}

async function bodyOf(response: Response, maxBytes: number): Promise<Uint8Array> {
  try {
    return await readBody(response, maxBytes);
  } catch (error) {
    if (error instanceof BodyTooLong) throw new TaxauthAnswerLost(`The tax authority's answer is longer than ${maxBytes} bytes.`);
    throw new TaxauthAnswerLost(`The tax authority's answer was cut (${failureCode(error)}).`);
  }
}

/** The system's or undici's code of a failed fetch; its message is not used, since it may quote the request. */
function failureCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return error.name;
  const cause = error.cause instanceof Error ? error.cause : error;
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
}

function statusError(response: Response, body: string, request: Call, token: string): TaxauthError {
  const { status } = response;
  const text = (jsonError(body) ?? '').slice(0, 500).replaceAll(token, '…');
  const said = text ? `: ${text}` : '.';
  if (status === 401 || status === 403) {
    return new TaxauthUnauthorized(
      `The tax authority does not accept the access token (HTTP ${status}); it may have expired.`,
      'token',
    );
  }
  // 204 in place of an answer is how the limit of calls has been seen in practice.
  if (status === 429 || status === 204) {
    return new TaxauthRateLimited(`The tax authority's limit of calls is reached (HTTP ${status})${said}`, retryAfter(response));
  }
  // A gateway that gave up waiting does not know whether the service behind it took the upload.
  if ((status === 502 || status === 504) && request.method === 'POST') {
    return new TaxauthAnswerLost(`A gateway of the tax authority lost the answer (HTTP ${status}).`);
  }
  if (status >= 500 || status < 400) return new TaxauthUnavailable(`The tax authority failed (HTTP ${status})${said}`);
  return new TaxauthRefused([text || `HTTP ${status}`]);
}

/** Retry-After (RFC 9110 §10.2.3) in whole seconds, at least 1: delta-seconds or a date. */
function retryAfter(response: Response): number {
  const value = response.headers.get('retry-after') ?? '';
  const seconds = /^\d{1,9}$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - now().getTime()) / 1000);
  return Number.isNaN(seconds) ? DEFAULT_RETRY_SECONDS : Math.max(1, seconds);
}
