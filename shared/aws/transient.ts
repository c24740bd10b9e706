/** Temporary errors of AWS services: the same request may succeed when it is sent again. */

const NAMES = new Set([
  'TransactionConflictException',
  'TransactionInProgressException',
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'InternalServerError',
  'ServiceUnavailable',
  'TooManyRequestsException',
  'TimeoutError',
]);

const SOCKET_CODES = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN']);

/** Whether an error of an AWS client is a throttle, a conflict, a lost connection or a failure of the service itself. */
export function isTransient(error: unknown): boolean {
  const { name, code } = (error ?? {}) as { name?: string; code?: string };
  return NAMES.has(name ?? '') || SOCKET_CODES.has(code ?? '');
}
