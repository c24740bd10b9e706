import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { Problem } from '../../kernel/errors.ts';

/** An answer that is more than "the declared status with this JSON body": another status, headers, a file, a redirect. */
export class Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Record<string, string>;

  constructor(status: number, body: unknown, headers: Record<string, string> = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

export const answer = (status: number, body: unknown, headers?: Record<string, string>): Answer =>
  new Answer(status, body, headers);

/** Bytes with their type; the caller adds disposition and other headers. */
export const file = (bytes: Uint8Array, contentType: string, headers: Record<string, string> = {}): Answer =>
  new Answer(200, bytes, { 'content-type': contentType, 'content-length': String(bytes.length), ...headers });

/**
 * A file of the areas (`Download` of files/download.ts): its bytes or text as an attachment, or a redirect to where it can be fetched.
 *
 * @param headers further ones, in either case
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
 * What every answer says to browsers, those of the gateway included: not to guess its type, to use HTTPS only for a year (RFC 6797; ignored
 * over plain HTTP, as with the local runtime), to send no address of ours as a referrer, and not to show it in a frame. An answer with a
 * Content-Security-Policy of its own replaces the last.
 */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "frame-ancestors 'none'",
};

/** An answer in the form that API Gateway takes (payload format 2.0). */
export function gatewayAnswer({ status, body, headers }: Answer): APIGatewayProxyStructuredResultV2 {
  // Answers hold the books of companies: no cache on the way may keep one, unless the endpoint says otherwise.
  const common = { 'cache-control': 'no-store', ...SECURITY_HEADERS, ...headers };
  if (body === undefined || body === null) return { statusCode: status, headers: common };
  if (body instanceof Uint8Array) {
    return { statusCode: status, headers: common, body: Buffer.from(body).toString('base64'), isBase64Encoded: true };
  }
  if (typeof body === 'string') return { statusCode: status, headers: common, body };
  return { statusCode: status, headers: { 'content-type': 'application/json', ...common }, body: JSON.stringify(body) };
}

/** The answer to an error (completions-accounts §1.1): one envelope everywhere, but for 429. */
export function problemAnswer(problem: Problem): Answer {
  const headers: Record<string, string> = {
    ...(problem.retryAfter !== undefined && { 'retry-after': String(problem.retryAfter) }),
    ...(problem.code === 'unauthorized' && { 'www-authenticate': challenge(problem.message) }),
  };
  if (problem.code === 'rate_limited') return new Answer(429, { error: problem.message, ...problem.details }, headers);
  return new Answer(
    problem.status,
    { error: { code: problem.code, message: problem.message, ...(problem.details && { details: problem.details }) } },
    headers,
  );
}

/** The challenge of a 401 (RFC 9110 §11.6.1, RFC 6750 §3, decisions.md "401"). A description has printable ASCII without quotes. */
export const challenge = (message: string): string =>
  `Bearer error="invalid_token", error_description="${message.replace(/[^ !#-[\]-~]/g, "'")}"`;
