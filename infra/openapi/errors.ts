import { type ProblemCode, STATUS_OF } from '#shared/base/kernel/errors.ts';
import { PROBLEM_TYPE } from '#shared/platform/lambda/endpoint/conventions/problem-details.ts';
import { MEANING_OF, reasonsOf } from '../docs/error-table.ts';
import { PROBLEM_DETAILS, PROBLEM_REF } from './conventions.ts';
import { errorHeaders } from './headers.ts';
import type { JsonObject } from './json.ts';
import { REMEDY_OF } from './remedies.ts';

/** The errors of the document: a response for each status, shared by all operations. */

const ERROR = {
  type: 'object',
  description: 'The body of an error.',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      description: 'What is wrong.',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', enum: Object.keys(STATUS_OF), description: 'What is wrong, for programs.' },
        message: { type: 'string', description: 'What is wrong, for people. Its words may change.' },
        details: {
          type: 'object',
          additionalProperties: true,
          description:
            'Of a `validation_error`: the messages by the path of the field, such as `lines.0.quantity`. `reason` says which of several causes an error has.',
        },
      },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

const RATE_LIMITED = {
  type: 'object',
  description: 'The body of a 429.',
  required: ['error'],
  properties: {
    error: { type: 'string', description: 'Which limit was reached, for people.' },
    retryAfter: {
      type: 'number',
      description: 'Seconds to wait, as in `Retry-After`; only of some limits, such as those of the tax authority.',
    },
  },
};

export const ERROR_SCHEMAS = { Error: ERROR, RateLimited: RATE_LIMITED, ProblemDetails: PROBLEM_DETAILS };

/**
 * Descriptions of the statuses that an operation may declare: what has happened, what to do, and the reasons with the same. 405 is not among
 * them: such a request matches no operation.
 */
const MEANING: Record<number, string> = Object.fromEntries(
  // The keys are those of the type: MEANING_OF is a record of all codes.
  (Object.keys(MEANING_OF) as ProblemCode[])
    .filter(code => code !== 'method_not_allowed')
    .map(code => [STATUS_OF[code], [`${MEANING_OF[code]} ${REMEDY_OF[code]}`, ...reasonList(code)].join('\n')]),
);

/** The values of `details.reason`, as a Markdown list. */
function reasonList(code: ProblemCode): string[] {
  const reasons = reasonsOf(code).map(({ reason, meaning, remedy }) => `- \`${reason}\`: ${meaning} ${remedy}`);
  return reasons.length > 0 ? ['', '`details.reason` says which of several causes it is:', '', ...reasons] : [];
}

/** The name of the response of an error status in the components. @param page of operations that answer browsers with a page */
export const errorName = (status: number, page = false): string => `${page ? 'ErrorPage' : 'Error'}${status}`;

const PAGE = { 'text/html': { schema: { type: 'string', description: 'A page, for callers whose `Accept` has `text/html`.' } } };

function errorResponse(status: number, page: boolean): JsonObject {
  const schema = { $ref: `#/components/schemas/${status === 429 ? 'RateLimited' : 'Error'}` };
  const content = { 'application/json': { schema }, [PROBLEM_TYPE]: { schema: PROBLEM_REF }, ...(page && PAGE) };
  return { description: MEANING[status], headers: errorHeaders(status, page), content };
}

const statuses = Object.keys(MEANING).map(Number);
export const ERROR_RESPONSES = Object.fromEntries(statuses.map(status => [errorName(status), errorResponse(status, false)]));

/** The responses of operations that answer browsers with pages. @param used the statuses that such an operation declares */
export const errorPages = (used: ReadonlySet<number>): JsonObject =>
  Object.fromEntries(
    statuses.filter(status => used.has(status)).map(status => [errorName(status, true), errorResponse(status, true)]),
  );
