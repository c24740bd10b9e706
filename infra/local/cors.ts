import type { IncomingHttpHeaders } from 'node:http';
import type { ApiCors, BucketCorsRule } from '../cors.ts';

/** What API Gateway and S3 answer browsers of other origins, from the same configuration that a stage gets. Pure. */

/** A browser's question whether it may send a request. */
export const isPreflight = (method: string, headers: IncomingHttpHeaders): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;

/** The headers that API Gateway adds to every answer to this origin; none for an origin that is not allowed. */
export const apiCorsHeaders = (cors: ApiCors | undefined, origin: string | undefined): Record<string, string> =>
  cors && allows(cors.allowOrigins, origin)
    ? {
        'access-control-allow-origin': origin ?? '',
        'access-control-expose-headers': cors.exposeHeaders.join(','),
        vary: 'origin',
      }
    : {};

/** The headers of API Gateway's answer to a preflight: 204 in any case, and only with them the browser goes on. */
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
 * The headers that S3 adds, by the first rule for origin and method.
 *
 * @param method of the request, or for a preflight the one that it asks about
 * @returns undefined where no rule fits: S3 refuses such a preflight, and answers such a request without them
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
