import type { CallAuthority } from '#shared/authority/calls/call.ts';
import { AuthorityLimitReached } from '#shared/authority/calls/count-call.ts';
import type { AuthorityCall } from '#shared/authority/calls/limits.ts';
import { NotCounted } from '#shared/authority/calls/token-window.ts';
import { now } from '#shared/base/kernel/clock.ts';
import { BodyTooLong, readBody } from '#shared/platform/outbound/read-body.ts';
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
  /** `callAuthority`, which counts a call against the authority's limits and makes it. */
  send: CallAuthority;
  /** Timeout in milliseconds from the start of a call, counting it included, to the end of its answer; 10,000 by default. */
  timeoutMs?: number;
  /** Aborts the call; as after a timeout, it is then unknown whether the authority accepted it. */
  signal?: AbortSignal;
}

export interface Call {
  /** The operation and subject that the authority's limits count. */
  counted: AuthorityCall;
  method: 'GET' | 'POST';
  path: string;
  query?: Record<string, string>;
  /** Content type of the body; `text/plain` by default. */
  contentType?: string;
  body?: string | Uint8Array<ArrayBuffer>;
  /** A longer answer is not read: the call fails with TaxauthAnswerLost. */
  maxAnswerBytes: number;
}

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_RETRY_SECONDS = 60;

// Errors while connecting: nothing of the request was sent. Any other error may have occurred after the request was sent.
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

/** Makes one call and returns the body of an answer with status 200. @throws an error of errors.ts in every other case */
export async function call(connection: TaxauthConnection, request: Call): Promise<Uint8Array> {
  // Checked here because fetch would quote the value in its own error.
  if (!/^[\x21-\x7e]+$/.test(connection.token)) {
    throw new TaxauthUnauthorized(
      'The access token is empty or has invalid characters; connect to the tax authority again.',
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
      // A redirect would lead to a sign-in page, and following it would send the document to another address.
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
    throw new TaxauthAnswerLost(`The tax authority's answer was cut off (${failureCode(error)}).`);
  }
}

/** The error code of a failed fetch, from the system or undici. The error's message may quote the request, so it is not used. */
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
  // In practice the authority has also answered 204 when the limit of calls was reached.
  if (status === 429 || status === 204) {
    return new TaxauthRateLimited(`The tax authority's limit of calls is reached (HTTP ${status})${said}`, retryAfter(response));
  }
  // After a gateway error it is unknown whether the service behind the gateway accepted the upload.
  if ((status === 502 || status === 504) && request.method === 'POST') {
    return new TaxauthAnswerLost(`A gateway of the tax authority lost the answer (HTTP ${status}).`);
  }
  if (status >= 500 || status < 400) return new TaxauthUnavailable(`The tax authority failed (HTTP ${status})${said}`);
  return new TaxauthRefused([text || `HTTP ${status}`]);
}

/** The header Retry-After (RFC 9110 §10.2.3), delta-seconds or a date, in whole seconds, at least 1; 60 without a valid header. */
function retryAfter(response: Response): number {
  const value = response.headers.get('retry-after') ?? '';
  const seconds = /^\d{1,9}$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - now().getTime()) / 1000);
  return Number.isNaN(seconds) ? DEFAULT_RETRY_SECONDS : Math.max(1, seconds);
}
