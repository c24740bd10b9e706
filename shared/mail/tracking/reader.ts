import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Reader } from './readings.ts';

/** Who a request comes from. @param address the caller's network address */
export function readerOf({ headers }: Pick<APIGatewayProxyEventV2, 'headers'>, address: string): Reader {
  const purpose = headers['sec-purpose'] ?? headers['purpose'] ?? headers['x-moz'] ?? '';
  return { userAgent: headers['user-agent'], ipAddress: address, isPrefetch: purpose.includes('prefetch') };
}
