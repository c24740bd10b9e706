import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import type { Outgoing } from './invocation.ts';

/** The errors that injected faults are seen as, in the words and with the marks of the real services. */

/** An error as the SDK makes one of a service's answer. */
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

/** An answer in place of the service's own, for callers of `fetch`, to whom a refusal is no error. */
export class InjectedAnswer extends Error {
  readonly response: Response;

  constructor(response: Response) {
    super(`Answered ${response.status} (injected).`);
    this.response = response;
  }
}

/** Services that are reached by `fetch`. */
const FETCHED = new Set(['taxauth', 'exchange-rates']);

export function throttleError(service: string): Error {
  if (FETCHED.has(service)) return new InjectedAnswer(new Response(null, { status: 429, headers: { 'retry-after': '1' } }));
  const [name, status] = THROTTLES[service] ?? ['ThrottlingException', 400];
  return serviceError(name, status, 'Rate exceeded (injected).', { $retryable: { throttling: true } });
}

export const hasConflicts = (service: string): boolean => service === 'dynamodb' || service === 's3';

/** Somebody else is writing the same item (DynamoDB) or object (S3) at this moment. */
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

/** The service failed before it did anything. */
export const failure = (service: string): Error =>
  FETCHED.has(service)
    ? fetchFailure('ECONNREFUSED')
    : serviceError('InternalServerError', 500, 'The service failed (injected).');

/** The service has done its work, and the connection broke before the answer came. */
export const connectionLost = (service: string): Error =>
  FETCHED.has(service)
    ? fetchFailure('ECONNRESET')
    : Object.assign(new Error('socket hang up (injected)'), { name: 'TimeoutError', code: 'ECONNRESET' });

/** As `fetch` throws it. */
const fetchFailure = (code: string): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(`${code} (injected)`), { code }) });
