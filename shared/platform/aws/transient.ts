/** Temporary errors of AWS services: the same request may succeed when it is sent again. */

/** Too many requests: the service has done nothing. `SlowDown` is S3's name, which it sends with 503. */
const THROTTLES = new Set([
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'TooManyRequestsException',
  'SlowDown',
]);

const NAMES = new Set([
  ...THROTTLES,
  'TransactionConflictException',
  'TransactionInProgressException',
  // Two writes of one object of S3 at once.
  'ConditionalRequestConflict',
  'OperationAborted',
  'InternalServerError',
  // As DynamoDB and S3 name it.
  'ServiceUnavailable',
  'InternalError',
  // S3, 400: the body of the request did not arrive in time.
  'RequestTimeout',
  'TimeoutError',
]);

const SOCKET_CODES = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN']);

/** The statuses after which the SDK itself repeats a call, whatever the error is called. */
const STATUSES = new Set([429, 500, 502, 503, 504]);

/** The members of an error that tell: the SDK's name and status, and the code of a socket. */
interface Marks {
  name?: string;
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

// What is thrown may be anything; members that it lacks are undefined.
const marksOf = (error: unknown): Marks => (error ?? {}) as Marks;

/** Whether an error of an AWS client is a throttle, a conflict, a lost connection or a failure of the service itself. */
export function isTransient(error: unknown): boolean {
  const { name, code, $metadata } = marksOf(error);
  return NAMES.has(name ?? '') || SOCKET_CODES.has(code ?? '') || STATUSES.has($metadata?.httpStatusCode ?? 0);
}

/** Errors with which a service refuses what a call says: the same call can never succeed. `KeyTooLongError` and the last are S3's. */
const REFUSALS = new Set([
  'ValidationException',
  'ItemCollectionSizeLimitExceededException',
  'KeyTooLongError',
  'EntityTooLarge',
]);

/** Whether an AWS service refuses the content of a call, such as an item that is too large, or a transaction with one. */
export function isRefusal(error: unknown): boolean {
  const { CancellationReasons: reasons = [] } = (error ?? {}) as { CancellationReasons?: { Code?: string }[] };
  return REFUSALS.has(marksOf(error).name ?? '') || reasons.some(({ Code }) => Code === 'ValidationError');
}

/** Whether an AWS service refused a call because there were too many. */
export const isThrottle = (error: unknown): boolean => THROTTLES.has(marksOf(error).name ?? '');
