import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { now } from '../../kernel/clock.ts';
import { isTransient } from '../../aws/transient.ts';
import { Problem, unavailable } from '../../kernel/errors.ts';
import { type Answer, gatewayAnswer, problemAnswer } from './answer.ts';
import { log } from '../../kernel/log.ts';
import { quotaHeaders } from './quotas.ts';

/** The answer to any error: a `Problem` as it says; 503 where AWS says "not now"; everything else a 500 that tells nothing. */
export const asAnswer = (error: unknown): Answer => problemAnswer(asProblem(error));

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isTransient(error) && !isOutOfTime(error))
    return unavailable('The service is busy; try again.', { retryAfter: 1, cause: error });
  return new Problem('internal_error', 'Internal error.');
}

/** The function's own time is over: what it was doing may have been done, and is not to be sent again as if it had not. */
const isOutOfTime = (error: unknown): boolean =>
  ((error as Error).cause as { package?: string } | undefined)?.package === '@middy/core';

/** Gives every request its id, writes one log line for it, and maps errors to answers. */
export function requestLog(endpoint: {
  method: string;
  path: string;
}): MiddlewareObj<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2> {
  const route = `${endpoint.method} ${endpoint.path}`;
  const startedAt = new WeakMap<object, number>();
  const finish = (event: APIGatewayProxyEventV2, answer: APIGatewayProxyStructuredResultV2): void => {
    const requestId = event.requestContext.requestId;
    answer.headers = { ...answer.headers, ...quotaHeaders(event), 'x-request-id': requestId };
    log.info('request', { requestId, route, status: answer.statusCode, millis: now().getTime() - (startedAt.get(event) ?? 0) });
  };
  return {
    before: ({ event }) => {
      startedAt.set(event, now().getTime());
    },
    after: ({ event, response }) => {
      if (response) finish(event, response);
    },
    onError: request => {
      const answer = asAnswer(request.error);
      if (answer.status >= 500)
        log.error('request failed', request.error, { requestId: request.event.requestContext.requestId, route });
      request.response = gatewayAnswer(answer);
      finish(request.event, request.response);
    },
  };
}
