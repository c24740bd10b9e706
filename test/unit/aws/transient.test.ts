import { expect, test } from 'vitest';
import { isTransient } from '../../../shared/aws/transient.ts';

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

test('what is no error at all is not', () => {
  expect(isTransient(undefined)).toBe(false);
});
