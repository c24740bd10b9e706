import type { IncomingHttpHeaders } from 'node:http';
import type { ApiCors, BucketCorsRule } from '../../stage/cors.ts';

/** The CORS responses of API Gateway and S3, from the same configuration that a stage gets. */

/** Whether a request is a CORS preflight. */
export const isPreflight = (method: string, headers: IncomingHttpHeaders): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;

/** The headers that API Gateway adds to every response to this origin; none for an origin that is not allowed. */
export const apiCorsHeaders = (cors: ApiCors | undefined, origin: string | undefined): Record<string, string> =>
  cors && allows(cors.allowOrigins, origin)
    ? {
        'access-control-allow-origin': origin ?? '',
        'access-control-expose-headers': cors.exposeHeaders.join(','),
        vary: 'origin',
      }
    : {};

/** The headers of API Gateway's response to a preflight. Its status is always 204; without these headers the browser sends no request. */
export const preflightHeaders = (cors: ApiCors | undefined, origin: string | undefined): Record<string, string> =>
  cors && allows(cors.allowOrigins, origin)
    ? {
        'access-control-allow-origin': origin ?? '',
        'access-control-allow-methods': cors.allowMethods.join(','),
        'access-control-allow-headers': cors.allowHeaders.join(','),
        'access-control-max-age': String(cors.maxAge),
        vary: 'origin',
      }
    : {};

/**
 * The headers that S3 adds, by the first rule that matches origin and method.
 *
 * @param method the method of the request, or of the request that a preflight asks about
 * @returns undefined when no rule matches: S3 rejects such a preflight, and responds to such a request without these headers
 */
export function bucketCorsHeaders(
  rules: readonly BucketCorsRule[],
  method: string,
  headers: IncomingHttpHeaders,
): Record<string, string> | undefined {
  const { origin } = headers;
  const rule = rules.find(
    ({ allowedMethods, allowedOrigins }) => allowedMethods.some(one => one === method) && allows(allowedOrigins, origin),
  );
  if (!rule || origin === undefined) return undefined;
  const asked = headers['access-control-request-headers'];
  return {
    'access-control-allow-origin': rule.allowedOrigins.includes('*') ? '*' : origin,
    'access-control-allow-methods': rule.allowedMethods.join(', '),
    'access-control-expose-headers': rule.exposedHeaders.join(', '),
    'access-control-max-age': String(rule.maxAge),
    ...(asked !== undefined && rule.allowedHeaders.includes('*') && { 'access-control-allow-headers': asked.toLowerCase() }),
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
  };
}

const allows = (origins: readonly string[], origin: string | undefined): boolean =>
  origin !== undefined && (origins.includes('*') || origins.includes(origin));
