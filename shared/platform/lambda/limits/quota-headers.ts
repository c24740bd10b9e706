import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Quota } from './limit-reached.ts';

const noted = new WeakMap<APIGatewayProxyEventV2, Quota[]>();

/** Remembers the quotas of a request until its response is built, so that error responses carry the headers too. */
export const noteQuotas = (event: APIGatewayProxyEventV2, quotas: Quota[]): void => void noted.set(event, quotas);

/** `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers): one list member per limit that counts the request. */
export function quotaHeaders(event: APIGatewayProxyEventV2): Record<string, string> {
  const quotas = noted.get(event) ?? [];
  if (quotas.length === 0) return {};
  return {
    ratelimit: quotas.map(one => `"${one.policy}";r=${one.remaining};t=${one.resetSeconds}`).join(', '),
    'ratelimit-policy': quotas.map(one => `"${one.policy}";q=${one.quota};w=${one.windowSeconds}`).join(', '),
  };
}
