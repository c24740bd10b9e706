import { readFileSync } from 'node:fs';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { gatewayAnswer } from '../../shared/http/answer.ts';
import { createRouter, refusalOf } from '../routes.ts';

/**
 * Answers `GET /openapi.json` with the document beside it, which the stage was made with, and everything that no endpoint of the
 * document answers, with 404 or 405 in the form of the contract.
 */
const text = readFileSync(new URL('openapi.json', import.meta.url), 'utf8');
const { paths } = JSON.parse(text) as { paths: Record<string, object> };
const route = createRouter(
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => ({ method: method.toUpperCase(), path })),
  ),
);

export const handler = (
  event: Pick<APIGatewayProxyEventV2, 'rawPath' | 'requestContext'>,
): Promise<APIGatewayProxyStructuredResultV2> =>
  Promise.resolve(event.rawPath === '/openapi.json' && event.requestContext.http.method === 'GET' ? document : refusal(event));

const document: APIGatewayProxyStructuredResultV2 = {
  statusCode: 200,
  headers: {
    'content-type': 'application/json',
    'cache-control': 'public, max-age=300',
    'x-content-type-options': 'nosniff',
  },
  body: text,
};

function refusal({
  rawPath,
  requestContext,
}: Pick<APIGatewayProxyEventV2, 'rawPath' | 'requestContext'>): APIGatewayProxyStructuredResultV2 {
  const match = route(requestContext.http.method, rawPath);
  // Only what API Gateway found no route for comes here: HEAD of an endpoint that answers GET is one of them.
  const refused = match.kind === 'found' ? { kind: 'other-method' as const, allowed: [match.route.method] } : match;
  const { headers, ...given } = gatewayAnswer(refusalOf(refused, rawPath));
  return { ...given, headers: { 'x-request-id': requestContext.requestId, ...headers } };
}
