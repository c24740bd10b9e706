import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { isId } from '#shared/base/kernel/ids.ts';
import { logSecurityEvent } from '#shared/base/kernel/log.ts';
import type { SecurityEvent } from '#shared/base/vocabulary/security-events.ts';
import { atEnd, type Step } from '../../shell.ts';
import type { Answer } from '../answer.ts';
import type { Requirements } from '../definition.ts';
import { isRecordParameter } from '../record-parameter.ts';
import { asAnswer } from './answer-errors.ts';
import { namedCompany } from './named-company.ts';

/** Refusals that are security events on every endpoint. */
const REFUSALS: Partial<Record<number, SecurityEvent>> = { 401: 'credential', 403: 'access', 429: 'limit' };

/**
 * The security event of a response: the endpoint's own event, done or refused; on endpoints without one, only refusals. Undefined
 * if the response has no bearing on security, such as a 422.
 */
export function securityEventOf(
  own: SecurityEvent | undefined,
  status: number,
): { event: SecurityEvent; outcome: 'done' | 'refused' } | undefined {
  if (status < 400) return own && { event: own, outcome: 'done' };
  const refusal = REFUSALS[status];
  return refusal && { event: own ?? refusal, outcome: 'refused' };
}

/** Logs the security event of a request, if any. A response replayed for an `Idempotency-Key` is not an event. */
export const logSecurity = (definition: Requirements): Step<APIGatewayProxyEventV2, Answer> =>
  atEnd(({ event, response, error: thrown }) => {
    const { status, body, headers } = response ?? asAnswer(thrown);
    if ('idempotent-replayed' in headers) return;
    const { error, id } = (body ?? {}) as { error?: { details?: { reason?: string } }; id?: unknown };
    const reason = error?.details?.reason;
    // Around the edge, nobody has tried to log in or to change anything yet.
    if (reason === 'direct_request') return logSecurityEvent('access', 'refused', { status, reason });
    const told = securityEventOf(definition.securityEvent, status);
    if (!told) return;
    const inPath = Object.entries(event.pathParameters ?? {}).findLast(([name]) => isRecordParameter(name))?.[1];
    logSecurityEvent(told.event, told.outcome, {
      status,
      reason,
      targetId: [inPath, id].find((one): one is string => typeof one === 'string' && isId(one)),
      ...(status === 403 && { namedCompanyId: knownForm(namedCompany(definition, event)) }),
    });
  });

/** Only UUIDs reach the log, so that it contains no text that callers typed. */
const knownForm = (named: string | undefined): string | undefined => (named !== undefined && isId(named) ? named : undefined);
