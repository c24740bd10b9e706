import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { isTransient } from '#shared/platform/aws/transient.ts';
import { Problem, unavailable } from '#shared/base/kernel/errors.ts';
import { log } from '#shared/base/kernel/log.ts';
import { OutOfTime, type Step } from '../../shell.ts';
import { Answer, problemAnswer } from '../answer.ts';
import type { ErrorPage } from '../definition.ts';
import { header } from '../request.ts';

/** Converts any error to a response; errors with status 5xx are logged with their stacks. */
export const answerErrors = ({ errorPage }: { errorPage?: ErrorPage | undefined }): Step<APIGatewayProxyEventV2, Answer> => ({
  onError(request) {
    const problem = problemOf(request.error);
    request.response = errorPage ? pageFor(request.event, problem, errorPage) : problemAnswer(problem);
    if (request.response.status >= 500) logFailure('request failed', problem, request.error);
  },
});

/** The response to any error: that of a `Problem`; 503 for transient AWS errors; otherwise 500 without details. */
export const asAnswer = (error: unknown): Answer => problemAnswer(problemOf(error));

/**
 * The status and error that a request which ends so is answered with, for requests that do the work of several. Logged as by `answerErrors`.
 */
export function refusalOf(error: unknown) {
  const problem = problemOf(error);
  const { status, code, message, details } = problem;
  if (status >= 500) logFailure('part of a request failed', problem, error);
  return { status, error: { code, message, ...(details && { details: { ...details } }) } };
}

/** Lines of level ERROR are counted: many of them roll back a deploy (infra/stacks/rollout.ts). */
function logFailure(what: string, { isExpected, message }: Problem, error: unknown): void {
  if (isExpected) log.warn(what, { expected: message });
  else log.error(what, error);
}

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  // After a timeout the work may have taken effect, so a 503 would wrongly invite the caller to send the request again.
  if (isTransient(error) && !(error instanceof OutOfTime))
    return unavailable('The service is busy; try again.', { retryAfter: 1, cause: error });
  return new Problem('internal_error', 'Internal error.');
}

/** How an endpoint with pages answers errors: to browsers, which accept HTML, with a page of the same status; else as JSON. */
function pageFor(event: APIGatewayProxyEventV2, problem: Problem, page: ErrorPage): Answer {
  const answer = problemAnswer(problem);
  if (!/\btext\/html\b/i.test(header(event, 'accept') ?? '')) return answer;
  const { html, headers } = page(problem, event.queryStringParameters?.['lang'], header(event, 'accept-language'));
  return new Answer(answer.status, html, { ...answer.headers, ...headers });
}
