import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context as LambdaContext } from 'aws-lambda';
import { isTransient } from '#shared/platform/aws/transient.ts';
import { now } from '#shared/base/kernel/clock.ts';
import { Problem, unavailable } from '#shared/base/kernel/errors.ts';
import { log, withLogFields } from '#shared/base/kernel/log.ts';
import { OutOfTime } from '../../time-limit.ts';
import { type Answer, problemAnswer } from '../answer.ts';
import { quotaHeaders } from '../../limits/quota-headers.ts';

interface Route {
  method: string;
  path: string;
}

/**
 * Adds the request id and the quotas to the response headers, and writes one log line per request. All log lines of the request
 * carry its id, the function and the route.
 */
export const logRequest = (
  { method, path }: Route,
  event: APIGatewayProxyEventV2,
  context: LambdaContext | undefined,
  next: () => Promise<APIGatewayProxyStructuredResultV2>,
): Promise<APIGatewayProxyStructuredResultV2> =>
  withLogFields({ requestId: event.requestContext.requestId, function: context?.functionName, route: `${method} ${path}` }, () =>
    logged(event, next),
  );

async function logged(
  event: APIGatewayProxyEventV2,
  next: () => Promise<APIGatewayProxyStructuredResultV2>,
): Promise<APIGatewayProxyStructuredResultV2> {
  const startedAt = now().getTime();
  const response = await next();
  response.headers = { ...response.headers, ...quotaHeaders(event), 'x-request-id': event.requestContext.requestId };
  log.info('request', { status: response.statusCode, millis: now().getTime() - startedAt });
  return response;
}

/**
 * Converts any error to a response; errors with status 5xx are logged with their stacks.
 *
 * @param present how errors are answered, if not as JSON
 */
export async function answerErrors(
  next: () => Promise<Answer>,
  present: (problem: Problem) => Answer = problemAnswer,
): Promise<Answer> {
  try {
    return await next();
  } catch (error) {
    const answer = present(asProblem(error));
    if (answer.status >= 500) log.error('request failed', error);
    return answer;
  }
}

/** The response to any error: that of a `Problem`; 503 for transient AWS errors; otherwise 500 without details. */
export const asAnswer = (error: unknown): Answer => problemAnswer(asProblem(error));

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  // After a timeout the work may have taken effect, so a 503 would wrongly invite the caller to send the request again.
  if (isTransient(error) && !(error instanceof OutOfTime))
    return unavailable('The service is busy; try again.', { retryAfter: 1, cause: error });
  return new Problem('internal_error', 'Internal error.');
}
