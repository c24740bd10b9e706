import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** A request as API Gateway sends it; tests pass only what they are about. */
export function eventOf({
  method = 'POST',
  ...overrides
}: Partial<
  Pick<APIGatewayProxyEventV2, 'headers' | 'rawPath' | 'body' | 'isBase64Encoded' | 'pathParameters' | 'queryStringParameters'>
> & {
  method?: string;
}): APIGatewayProxyEventV2 {
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: '/',
    rawQueryString: '',
    headers: {},
    isBase64Encoded: false,
    ...overrides,
    requestContext: {
      accountId: '000000000000',
      apiId: 'test',
      domainName: 'api.test.example',
      domainPrefix: 'api',
      http: { method, path: '/', protocol: 'HTTP/1.1', sourceIp: '192.0.2.7', userAgent: 'test' },
      requestId: 'request',
      routeKey: '$default',
      stage: '$default',
      time: '02/Mar/2026:10:00:00 +0000',
      timeEpoch: 0,
    },
  };
}
