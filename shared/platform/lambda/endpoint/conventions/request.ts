import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** The parts of a request on which the form of its response depends. The function of `$default` gets events without headers in tests. */
export type AnsweredRequest = Pick<APIGatewayProxyEventV2, 'requestContext'> &
  Partial<Pick<APIGatewayProxyEventV2, 'headers' | 'rawPath' | 'rawQueryString'>>;
