/** The conventions of HTTP (docs/http.md) in the OpenAPI document. */

/** The body of an error for callers that prefer `application/problem+json`. */
export const PROBLEM_DETAILS = {
  type: 'object',
  description: 'The body of an error in the form of RFC 9457, for requests whose `Accept` prefers `application/problem+json`.',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code'],
  properties: {
    type: { type: 'string', description: 'Where this document describes the error, relative to the API.' },
    title: { type: 'string', description: 'The name of the status.' },
    status: { type: 'integer', description: 'The status of the response.' },
    detail: { type: 'string', description: 'What is wrong, for people: `message` of the other form.' },
    instance: { type: 'string', description: '`urn:x-request-id:` and the id of the request.' },
    code: { type: 'string', description: 'What is wrong, for programs; of a 429 it is `rate_limited`.' },
    details: { type: 'object', additionalProperties: true, description: 'As in the other form.' },
  },
  additionalProperties: false,
};

export const PROBLEM_REF = { $ref: '#/components/schemas/ProblemDetails' };
