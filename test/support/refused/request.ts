import type { EndpointHandler } from '#shared/platform/lambda/endpoint/definition.ts';
import { loadBodySchema, parseRequest } from '#shared/platform/lambda/endpoint/steps/parse-request.ts';
import { STATUS_OF } from '#shared/base/kernel/errors.ts';
import { gatewayEvent } from '../../../infra/local/gateway/gateway-event.ts';

/** An error as a caller gets it: its status, and the names of its details with their messages. */
export interface Refused {
  status: number;
  code: string;
  details: unknown;
}

/**
 * The error of an endpoint for a query and a body, before anything is read: by its definition alone, without a system around it. For
 * tables of single fields; one test of each area checks the error over HTTP.
 *
 * @param sent `body` is sent as JSON, `query` as the text after the question mark
 * @returns undefined when both are accepted
 */
export async function refusedRequest(
  { definition }: EndpointHandler,
  { body, query = '' }: { body?: unknown; query?: string | undefined } = {},
): Promise<Refused | undefined> {
  const event = gatewayEvent(
    {
      method: definition.method,
      url: query === '' ? '/' : `/?${query}`,
      distinct: body === undefined ? {} : { 'content-type': ['application/json'] },
      body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
      address: '127.0.0.1',
    },
    { routeKey: '$default', params: {}, requestId: 'test' },
  );
  const request = parseRequest({ ...definition, body: await loadBodySchema(definition.body) }, event);
  const problem = request.syntax ?? request.query.problem ?? request.body.problem;
  return problem && { status: STATUS_OF[problem.code], code: problem.code, details: problem.details };
}
