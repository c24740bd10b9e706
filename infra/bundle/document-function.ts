import { readFileSync } from 'node:fs';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

/** Answers `GET /openapi.json` with the document beside it, which the stage was made with. */
const body = readFileSync(new URL('openapi.json', import.meta.url), 'utf8');

export const handler = (): Promise<APIGatewayProxyStructuredResultV2> =>
  Promise.resolve({
    statusCode: 200,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'public, max-age=300',
      'x-content-type-options': 'nosniff',
    },
    body,
  });
