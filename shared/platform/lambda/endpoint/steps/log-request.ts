import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { now } from '#shared/base/kernel/clock.ts';
import { log } from '#shared/base/kernel/log.ts';
import { quotaHeaders } from '../../limits/quota-headers.ts';
import { atEnd, type Step } from '../../shell.ts';

/** Adds the request id and the quotas to the response headers, and writes one log line per request. */
export const logRequest: Step<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, { startedAt: number }> = {
  before({ internal }) {
    internal.startedAt = now().getTime();
  },
  ...atEnd(({ event, response, internal }) => {
    if (!response) return;
    response.headers = { ...response.headers, ...quotaHeaders(event), 'x-request-id': event.requestContext.requestId };
    log.info('request', { status: response.statusCode, millis: now().getTime() - internal.startedAt });
  }),
};
