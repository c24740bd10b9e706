import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { gatewayAnswer, SECURITY_HEADERS } from '../shared/lambda/endpoint/answer.ts';
import { createRouter, refusalOf } from './routes.ts';

/** The part of an API Gateway event that the answers depend on. */
export type DocumentEvent = Pick<APIGatewayProxyEventV2, 'rawPath' | 'requestContext'>;

/**
 * Answers `GET /openapi.json` with the OpenAPI document, and every request that has no endpoint with 404 or 405 and an error body
 * as of docs/errors.md.
 *
 * @param text the document, as JSON
 */
export function documentAnswers(text: string): (event: DocumentEvent) => APIGatewayProxyStructuredResultV2 {
  const { paths } = JSON.parse(text) as { paths: Record<string, object> };
  const route = createRouter(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(method => ({ method: method.toUpperCase(), path })),
    ),
  );
  const document: APIGatewayProxyStructuredResultV2 = {
    statusCode: 200,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'public, max-age=300',
      ...SECURITY_HEADERS,
    },
    body: text,
  };
  return ({ rawPath, requestContext }) => {
    const { method } = requestContext.http;
    if (rawPath === '/openapi.json' && method === 'GET') return document;
    // API Gateway sends only requests here that no endpoint answers.
    const { headers, ...given } = gatewayAnswer(refusalOf(route(method, rawPath), rawPath));
    return { ...given, headers: { 'x-request-id': requestContext.requestId, ...headers } };
  };
}
