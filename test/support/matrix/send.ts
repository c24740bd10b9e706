/** Requests of the generated tests; responses are raw bytes, so that two can be compared byte by byte. */
export interface Sending {
  method: string;
  path: string;
  headers?: Record<string, string | undefined>;
  /** Sent as JSON; text and forms are sent as they are. */
  body?: unknown;
}

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
  /** The body, when it is JSON. */
  json: unknown;
}

export type Send = (sending: Sending) => Promise<RawAnswer>;

export const senderTo =
  (baseUrl: string): Send =>
  async ({ method, path, headers = {}, body }) => {
    const sent = Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined);
    const isForm = body instanceof FormData;
    const response = await fetch(new URL(path, baseUrl), {
      method,
      redirect: 'manual',
      headers: { ...(body !== undefined && !isForm && { 'content-type': 'application/json' }), ...Object.fromEntries(sent) },
      ...(body !== undefined && { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = /^application\/(problem\+)?json\b/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text,
      json: isJson ? (JSON.parse(text) as unknown) : undefined,
    };
  };

/**
 * The parts of a response that must be equal if two responses may not be distinguishable: all but request id and time, and the links
 * to other pages, which repeat the query of the request; the number of pages is in the body.
 */
export function comparable({ status, headers, text }: RawAnswer): string {
  const { date: _date, 'x-request-id': _id, link: _link, ...rest } = headers;
  return JSON.stringify([status, Object.entries(rest).toSorted(), text]);
}

/** Successful responses that caches may keep: they contain nothing of a company's books (its logo only that of the caller: `private`). */
const CACHEABLE = [/^\/\.well-known\/jwks\.json$/, /^\/api\/v1\/plans$/, /^\/api\/v1\/companies\/[^/]+\/logo$/];

const CHALLENGE = /^Bearer error="invalid_token", error_description="[ !#-[\]-~]+"$/;

/** The violations of the rules that hold for the responses of all endpoints; empty if there are none. */
export function commonViolations({ path }: Pick<Sending, 'path'>, { status, headers, json, text }: RawAnswer): string[] {
  const violations: string[] = [];
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(headers['x-request-id'] ?? ''))
    violations.push('x-request-id is no UUID');
  if (headers['x-content-type-options'] !== 'nosniff') violations.push('x-content-type-options is not nosniff');
  if (headers['strict-transport-security'] !== 'max-age=31536000') violations.push('no strict-transport-security of a year');
  if (headers['referrer-policy'] !== 'no-referrer') violations.push('referrer-policy is not no-referrer');
  if (!/\bsandbox\b|frame-ancestors 'none'/.test(headers['content-security-policy'] ?? '')) violations.push('may be framed');
  const mayCache = status < 400 && CACHEABLE.some(pattern => pattern.test(path));
  if (!mayCache && headers['cache-control'] !== 'no-store') violations.push('cache-control is not no-store');
  if (status === 401 && !CHALLENGE.test(headers['www-authenticate'] ?? '')) violations.push('401 without WWW-Authenticate');
  if (status === 429 && !/^[1-9]\d*$/.test(headers['retry-after'] ?? '')) violations.push('429 without Retry-After');
  if (status >= 400 && json === undefined) violations.push(`${status} without a JSON body`);
  // Frames of a stack name a file with line and column: `at most` before an instant is none.
  if (/\bat .*(?:file:\/\/|node:|\/)\S*:\d+:\d+|node_modules|\.ts\b|[A-Z]\w+Exception\b|DynamoDB/.test(status >= 400 ? text : ''))
    violations.push(`${status} tells internals`);
  return violations;
}
