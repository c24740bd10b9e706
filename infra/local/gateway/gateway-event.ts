import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { now } from '#shared/base/kernel/clock.ts';

/** An HTTP request to convert to an event of API Gateway's HTTP API (payload format 2.0). */
export interface HttpRequest {
  method: string;
  /** Path and query as sent. */
  url: string;
  /** The values of every header (`headersDistinct` of Node). */
  distinct: NodeJS.Dict<string[]>;
  body: Buffer;
  /** Address of the socket. */
  address: string;
}

export interface RouteContext {
  /** `GET /health`, or `$default`. */
  routeKey: string;
  params: Record<string, string>;
  requestId: string;
}

/** Bodies of these types are text in the event; all others are base64. */
const TEXT = /^(text\/.*|application\/(json|javascript|xml|.*\+json|.*\+xml))$/i;

export function gatewayEvent(request: HttpRequest, route: RouteContext): APIGatewayProxyEventV2 {
  const [rawPath = '', rawQueryString = ''] = splitOnce(request.url, '?');
  const { cookie, ...distinct } = request.distinct;
  const headers = Object.fromEntries(Object.entries(distinct).map(([name, values]) => [name, (values ?? []).join(',')]));
  const query = joinedQuery(rawQueryString);
  const at = now();
  const mediaType = (headers['content-type'] ?? '').split(';')[0]?.trim() ?? '';
  const isBase64Encoded = request.body.length > 0 && !TEXT.test(mediaType);
  return {
    version: '2.0',
    routeKey: route.routeKey,
    rawPath,
    rawQueryString,
    ...(cookie && { cookies: cookie.flatMap(one => one.split(/;\s*/)) }),
    headers,
    ...(rawQueryString && { queryStringParameters: query }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: headers['host'] ?? 'localhost',
      domainPrefix: 'local',
      http: {
        method: request.method,
        path: rawPath,
        protocol: 'HTTP/1.1',
        sourceIp: clientAddress(headers['x-forwarded-for'], request.address),
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: route.requestId,
      routeKey: route.routeKey,
      stage: '$default',
      time: logTime(at),
      timeEpoch: at.getTime(),
    },
    ...(request.body.length > 0 && { body: request.body.toString(isBase64Encoded ? 'base64' : 'utf8') }),
    ...(Object.keys(route.params).length > 0 && { pathParameters: route.params }),
    isBase64Encoded,
  };
}

/** Only the local runtime trusts `X-Forwarded-For`: tests use it to simulate many clients. */
const clientAddress = (forwarded: string | undefined, socket: string): string =>
  forwarded?.split(',')[0]?.trim() || socket.replace(/^::ffff:/, '');

/** Decoded query parameters; the values of a repeated parameter are joined by commas. */
function joinedQuery(raw: string): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(raw)) joined[name] = name in joined ? `${joined[name]},${value}` : value;
  return joined;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `12/Mar/2026:19:03:58 +0000`, the format of API Gateway's `time`. */
function logTime(at: Date): string {
  const [date = '', time = ''] = at.toISOString().split('T');
  const [year, month, day] = date.split('-');
  return `${day}/${MONTHS[Number(month) - 1]}/${year}:${time.slice(0, 8)} +0000`;
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

export interface HttpAnswer {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer;
}

/** Converts a function's result to an HTTP response. A result without `statusCode` is the body of a 200, as in API Gateway. */
export function httpAnswer(result: unknown): HttpAnswer {
  if (typeof result !== 'object' || result === null || !('statusCode' in result)) {
    const text = typeof result === 'string' ? result : JSON.stringify(result ?? null);
    return { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from(text) };
  }
  const { statusCode = 200, headers = {}, body = '', isBase64Encoded, cookies } = result as APIGatewayProxyStructuredResultV2;
  const sent = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)] as const);
  return {
    status: statusCode,
    headers: { ...Object.fromEntries(sent), ...(cookies && { 'set-cookie': cookies }) },
    body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
  };
}
