import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { Problem } from '#shared/base/kernel/errors.ts';

/** A response that is not simply the declared status with a JSON body: another status, headers, a file, a redirect. */
export class Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Record<string, string>;
  /** The version of the record that the body shows, for its `ETag` (conventions/entity-tag.ts). */
  readonly version: number | undefined;
  /** False: a repetition with the same `Idempotency-Key` does the request again, which goes on where this one ended. */
  readonly isKept: boolean;

  constructor(status: number, body: unknown, headers: Record<string, string> = {}, version?: number, isKept = true) {
    this.isKept = isKept;
    this.status = status;
    this.body = body;
    this.headers = headers;
    this.version = version;
  }

  withVersion(version: number | undefined): Answer {
    return new Answer(this.status, this.body, this.headers, version, this.isKept);
  }

  notKept(): Answer {
    return new Answer(this.status, this.body, this.headers, this.version, false);
  }
}

export const answer = (status: number, body: unknown, headers?: Record<string, string>): Answer =>
  new Answer(status, body, headers);

/** A 200 response with these bytes. `headers` may add `content-disposition` and others. */
export const file = (bytes: Uint8Array, contentType: string, headers: Record<string, string> = {}): Answer =>
  new Answer(200, bytes, { 'content-type': contentType, 'content-length': String(bytes.length), ...headers });

/**
 * The response for a `Download` (files/download.ts): its bytes or text as an attachment, or a redirect to the file's URL.
 *
 * @param headers additional headers, sent in every case
 */
export function download(
  {
    content,
    contentType,
    disposition,
  }: { content: Uint8Array | string | { location: string }; contentType: string; disposition: string },
  headers: Record<string, string> = {},
): Answer {
  if (content instanceof Uint8Array) return file(content, contentType, { 'content-disposition': disposition, ...headers });
  if (typeof content === 'object') return answer(302, undefined, { location: content.location, ...headers });
  return answer(200, content, { 'content-type': contentType, 'content-disposition': disposition, ...headers });
}

export const redirect = (location: string): Answer => new Answer(302, undefined, { location });

/**
 * Headers that tell browsers, on every response (also those of the gateway itself): do not guess the content type; use only HTTPS
 * for a year (RFC 6797; ignored over plain HTTP, as in the local runtime); send no referrer; do not show the response in a frame. A
 * response with its own Content-Security-Policy replaces the last header.
 */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "frame-ancestors 'none'",
};

/** Converts a response to API Gateway's payload format 2.0. */
export function gatewayAnswer({ status, body, headers }: Answer): APIGatewayProxyStructuredResultV2 {
  // Responses hold business data of companies: no cache may store them, unless the endpoint sets its own Cache-Control.
  const common = { 'cache-control': 'no-store', ...SECURITY_HEADERS, ...headers };
  if (body === undefined || body === null) return { statusCode: status, headers: common };
  if (body instanceof Uint8Array) {
    return { statusCode: status, headers: common, body: Buffer.from(body).toString('base64'), isBase64Encoded: true };
  }
  if (typeof body === 'string') return { statusCode: status, headers: common, body };
  return { statusCode: status, headers: { 'content-type': 'application/json', ...common }, body: JSON.stringify(body) };
}

/** The error response (REQ-44, REQ-45): `{ error: { code, message, details? } }`, except 429: `{ error: message }`. */
export function problemAnswer(problem: Problem): Answer {
  const headers: Record<string, string> = {
    ...(problem.retryAfter !== undefined && { 'retry-after': String(problem.retryAfter) }),
    ...(problem.allow && { allow: problem.allow.join(', ') }),
    ...(problem.code === 'unauthorized' && { 'www-authenticate': challenge(problem.message) }),
  };
  if (problem.code === 'rate_limited') return new Answer(429, { error: problem.message, ...problem.details }, headers);
  return new Answer(
    problem.status,
    { error: { code: problem.code, message: problem.message, ...(problem.details && { details: problem.details }) } },
    headers,
  );
}

/** The `WWW-Authenticate` value of a 401 (RFC 9110 §11.6.1, RFC 6750 §3). Characters not allowed in a description become `'`. */
export const challenge = (message: string): string =>
  `Bearer error="invalid_token", error_description="${message.replace(/[^ !#-[\]-~]/g, "'")}"`;
