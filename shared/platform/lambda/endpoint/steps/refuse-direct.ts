import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { logSecurityEvent } from '#shared/base/kernel/log.ts';
import type { Requirements } from '../definition.ts';
import { directRefusal } from '../edge.ts';

/**
 * Refuses a request that has gone around the edge, before anything else is done for it. It is logged as `access`, whatever the endpoint:
 * nobody has tried to log in or to change anything yet.
 *
 * @throws 403
 */
export function refuseDirect({ alsoDirect }: Pick<Requirements, 'alsoDirect'>, event: APIGatewayProxyEventV2): void {
  const refusal = alsoDirect ? undefined : directRefusal(event);
  if (!refusal) return;
  logSecurityEvent('access', 'refused', { status: refusal.status, reason: 'direct_request' });
  throw refusal;
}
