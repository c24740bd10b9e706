import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { networkOf } from '#shared/platform/lambda/limits/address.ts';
import type { Reader } from './readings.ts';

/** The reader of a tracked mail, from the headers of the request. @param address the caller's IP address */
export function readerOf({ headers }: Pick<APIGatewayProxyEventV2, 'headers'>, address: string): Reader {
  const purpose = headers['sec-purpose'] ?? headers['purpose'] ?? headers['x-moz'] ?? '';
  return { userAgent: headers['user-agent'], network: networkOf(address), isPrefetch: purpose.includes('prefetch') };
}
