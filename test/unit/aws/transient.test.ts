import { expect, test } from 'vitest';
import { isThrottle, isTransient } from '#shared/platform/aws/transient.ts';

test.each([
  ['TransactionConflictException', true],
  ['TransactionInProgressException', true],
  ['ThrottlingException', true],
  ['ProvisionedThroughputExceededException', true],
  ['RequestLimitExceeded', true],
  ['InternalServerError', true],
  ['ServiceUnavailable', true],
  ['TooManyRequestsException', true],
  ['TimeoutError', true],
  ['SlowDown', true],
  ['InternalError', true],
  ['OperationAborted', true],
  ['ConditionalRequestConflict', true],
  ['RequestTimeout', true],
  ['NoSuchKey', false],
  ['ConditionalCheckFailedException', false],
  ['ValidationException', false],
  ['AccessDeniedException', false],
])('%s may be sent again: %s', (name, expected) => {
  expect(isTransient(Object.assign(new Error('x'), { name }))).toBe(expected);
});

test.each([
  ['ECONNRESET', true],
  ['ECONNREFUSED', true],
  ['EPIPE', true],
  ['ETIMEDOUT', true],
  ['EAI_AGAIN', true],
  ['ENOTFOUND', false],
])('a connection that failed with %s may be tried again: %s', (code, expected) => {
  expect(isTransient(Object.assign(new Error('x'), { code }))).toBe(expected);
});

test.each([
  [500, true],
  [503, true],
  [429, true],
  [400, false],
  [404, false],
])('an error without a known name, of status %i, may be sent again: %s', (httpStatusCode, expected) => {
  expect(isTransient(Object.assign(new Error('x'), { $metadata: { httpStatusCode } }))).toBe(expected);
});

test.each([
  ['SlowDown', true],
  ['TooManyRequestsException', true],
  ['InternalError', false],
  ['TimeoutError', false],
])('%s is a throttle: %s', (name, expected) => {
  expect(isThrottle(Object.assign(new Error('x'), { name }))).toBe(expected);
});

test('a value that is no error is not transient', () => {
  expect(isTransient(undefined)).toBe(false);
});
