import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { problemAnswer, SECURITY_HEADERS } from '../shared/lambda/endpoint/answer.ts';
import { negotiated, represent } from '../shared/lambda/endpoint/conventions/represent.ts';
import { directRefusal } from '../shared/lambda/endpoint/edge.ts';
import { createRouter, refusalOf } from './routes.ts';

/** The part of an API Gateway event that the answers depend on. */
export type DocumentEvent = Pick<APIGatewayProxyEventV2, 'rawPath' | 'requestContext'> &
  Partial<Pick<APIGatewayProxyEventV2, 'headers'>>;

/**
 * Answers `GET /openapi.json` with the OpenAPI document, and every request that has no endpoint with 404 or 405 and an error body
 * as of docs/errors.md.
 *
 * @param text the document, as JSON
 */
export function documentAnswers(text: string): (event: DocumentEvent) => Promise<APIGatewayProxyStructuredResultV2> {
  const { paths } = JSON.parse(text) as { paths: Record<string, object> };
  const route = createRouter(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(method => ({ method: method.toUpperCase(), path })),
    ),
  );
  const document = {
    statusCode: 200,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'public, max-age=300',
      ...SECURITY_HEADERS,
    },
    body: text,
  };
  return async event => {
    const { rawPath, requestContext } = event;
    const { method } = requestContext.http;
    const direct = directRefusal(event);
    const isDocument = !direct && rawPath === '/openapi.json' && method === 'GET';
    // API Gateway sends only requests here that no endpoint answers.
    const { headers, ...given } = isDocument
      ? await negotiated(event, document)
      : await represent(event, direct ? problemAnswer(direct) : refusalOf(route(method, rawPath), rawPath));
    return { ...given, headers: { 'x-request-id': requestContext.requestId, ...headers } };
  };
}
