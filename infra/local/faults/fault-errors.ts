import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import type { Outgoing } from '../invocation.ts';

/** The errors of injected faults, with the names, messages and metadata of the real services. */

/** An error like the SDK's for an error response of a service. */
function serviceError(name: string, status: number, message: string, marks: object = {}): Error {
  const fault = status >= 500 ? 'server' : 'client';
  return Object.assign(new Error(message), { name, $fault: fault, $metadata: { httpStatusCode: status }, ...marks });
}

const THROTTLES: Record<string, [name: string, status: number]> = {
  dynamodb: ['ProvisionedThroughputExceededException', 400],
  s3: ['SlowDown', 503],
  sqs: ['ThrottlingException', 400],
  ses: ['TooManyRequestsException', 429],
};

/** Carries a response that replaces the service's own, for callers of `fetch`, which does not throw for error statuses. */
export class InjectedAnswer extends Error {
  readonly response: Response;

  constructor(response: Response) {
    super(`Answered ${response.status} (injected).`);
    this.response = response;
  }
}

/** Services that are called by `fetch`. */
const FETCHED = new Set(['taxauth', 'exchange-rates']);

export function throttleError(service: string): Error {
  if (FETCHED.has(service)) return new InjectedAnswer(new Response(null, { status: 429, headers: { 'retry-after': '1' } }));
  const [name, status] = THROTTLES[service] ?? ['ThrottlingException', 400];
  return serviceError(name, status, 'Rate exceeded (injected).', { $retryable: { throttling: true } });
}

export const hasConflicts = (service: string): boolean => service === 'dynamodb' || service === 's3';

/** Whether AWS may answer a call with a conflict: DynamoDB does so to writes and transactions, S3 to writes. */
export const mayConflict = (service: string, operation: string): boolean =>
  service === 's3'
    ? /^(Put|Delete|Copy|CompleteMultipart)/.test(operation)
    : /^(TransactWrite|TransactGet|Put|Update|Delete)/.test(operation);

/** The error for a concurrent write of the same item (DynamoDB) or object (S3). */
export function conflictError({ service, operation, input }: Outgoing): Error {
  const $metadata = { httpStatusCode: 400 };
  if (service === 's3') return serviceError('ConditionalRequestConflict', 409, 'A conflicting operation occurred (injected).');
  if (operation !== 'TransactWriteItems') {
    return new TransactionConflictException({ message: 'Transaction is ongoing for the item (injected).', $metadata });
  }
  const items = input['TransactItems'] as unknown[];
  return new TransactionCanceledException({
    message: 'Transaction cancelled (injected), please refer cancellation reasons for specific reasons.',
    $metadata,
    CancellationReasons: items.map((_, place) => ({ Code: place === 0 ? 'TransactionConflict' : 'None' })),
  });
}

/** The error of a service that failed before it did anything. */
export const failure = (service: string): Error =>
  FETCHED.has(service)
    ? fetchFailure('ECONNREFUSED')
    : serviceError(service === 's3' ? 'InternalError' : 'InternalServerError', 500, 'The service failed (injected).');

/** The error of a connection that broke after the service did its work, before its response arrived. */
export const connectionLost = (service: string): Error =>
  FETCHED.has(service)
    ? fetchFailure('ECONNRESET')
    : Object.assign(new Error('socket hang up (injected)'), { name: 'TimeoutError', code: 'ECONNRESET' });

/** A network error as `fetch` throws it. */
const fetchFailure = (code: string): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(`${code} (injected)`), { code }) });
