import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { Answer } from '../answer.ts';
import type { EndpointDefinition } from '../definition.ts';

/** Returns the function that converts a plain result to a response: the lowest declared status, and the body from `present`. */
export function presenter<Result>({
  responses,
  present,
}: {
  responses: EndpointDefinition['responses'];
  present?: (result: Result, event: APIGatewayProxyEventV2) => unknown;
}): (result: Result, event: APIGatewayProxyEventV2) => Promise<Answer> {
  const status = Number(Object.keys(responses)[0]);
  const empty = responses[status] === null;
  return async (result, event) => {
    const body = empty ? undefined : present ? await present(result, event) : result;
    return body instanceof Answer ? body : new Answer(status, body);
  };
}
