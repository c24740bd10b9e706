import Negotiator from 'negotiator';
import { Answer } from '../answer.ts';
import type { AnsweredRequest } from './request.ts';

/** The media type of Problem Details for HTTP APIs (RFC 9457). */
export const PROBLEM_TYPE = 'application/problem+json';

/** The names of the statuses (RFC 9110); those of node:http would load the module at every cold start. */
const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** The body of an error: the contract's `{ error: { code, message, details? } }`, of a 429 `{ error: message, ... }`. */
interface ErrorBody {
  error: string | { code: string; message: string; details?: unknown };
  [detail: string]: unknown;
}

const isErrorBody = (body: unknown): body is ErrorBody => typeof body === 'object' && body !== null && 'error' in body;

/** Whether a caller prefers Problem Details to plain JSON, by `Accept` (RFC 9110 §12.5.1). Without the header nobody does. */
const prefersProblemDetails = ({ headers }: AnsweredRequest): boolean =>
  new Negotiator({ headers: { accept: headers?.['accept'] } }).mediaType(['application/json', PROBLEM_TYPE]) === PROBLEM_TYPE;

/**
 * Where the OpenAPI document describes the error, as a reference relative to the API. 405 is in no operation; its status says all.
 */
export const problemType = (status: number): string =>
  status === 405 ? 'about:blank' : `/openapi.json#/components/responses/Error${status}`;

/**
 * An error in the form of RFC 9457 if the caller prefers that; every other response unchanged.
 *
 * @param own the endpoint's `responses`: an error among them has a form of its own, such as a member beside `error`, and keeps it
 */
export function withProblemDetails(
  request: AnsweredRequest,
  answer: Answer,
  own: Readonly<Record<number, unknown>> = {},
): Answer {
  const { status, body, headers } = answer;
  if (status < 400 || status in own || !isErrorBody(body) || !prefersProblemDetails(request)) return answer;
  const { error, ...rest } = body;
  const limited = { code: 'rate_limited', message: String(error), details: Object.keys(rest).length > 0 ? rest : undefined };
  const { code, message, details } = typeof error === 'object' ? error : limited;
  const problem = {
    type: problemType(status),
    title: TITLES[status] ?? `Status ${status}`,
    status,
    detail: message,
    instance: `urn:x-request-id:${request.requestContext.requestId}`,
    code,
    ...(details !== undefined && { details }),
  };
  return new Answer(status, problem, { ...headers, 'content-type': PROBLEM_TYPE });
}
