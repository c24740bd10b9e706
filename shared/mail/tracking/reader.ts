import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Reader } from './readings.ts';

/** Who opened a tracked mail. `isPrefetch`: software loaded it ahead of any reader. @param address the caller's IP address */
export function readerOf({ headers }: Pick<APIGatewayProxyEventV2, 'headers'>, address: string): Reader {
  const purpose = headers['sec-purpose'] ?? headers['purpose'] ?? headers['x-moz'] ?? '';
  return { userAgent: headers['user-agent'], ipAddress: address, isPrefetch: purpose.includes('prefetch') };
}
