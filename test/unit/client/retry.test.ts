import { describe, expect, it } from 'vitest';
import { isRepeatable, nextWait, RETRY_DEFAULTS } from '../../../clients/typescript/src/retry.ts';

const answered = (status: number, retryAfter?: string) => ({
  status,
  headers: new Headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
});

describe('the wait before another attempt', () => {
  it.each([
    ['no response', undefined, 1, 250],
    ['no response, after two attempts', undefined, 2, 500],
    ['502', answered(502), 3, 1000],
    ['503 with Retry-After', answered(503, '7'), 1, 7000],
    ['429 with Retry-After 0', answered(429, '0'), 1, 0],
    ['504, the last attempt', answered(504), 4, undefined],
    ['a Retry-After longer than the longest wait', answered(429, '60'), 1, undefined],
    ['success', answered(200), 1, undefined],
    ['an error of the request', answered(422), 1, undefined],
    ['an error of the service', answered(500), 1, undefined],
    ['a Retry-After that is a date', answered(503, 'Tue, 24 Nov 2026 10:00:00 GMT'), 1, 250],
  ])('%s', (_, response, made, expected) => {
    expect(nextWait(response, made, RETRY_DEFAULTS, 1)).toBe(expected);
  });

  it('is distributed over the whole time (full jitter), and never longer than the maximum', () => {
    expect(nextWait(undefined, 1, RETRY_DEFAULTS, 0.5)).toBe(125);
    expect(nextWait(undefined, 20, { attempts: 50, longestWait: 20_000 }, 1)).toBe(20_000);
  });
});

it.each([
  ['GET', {}, true],
  ['PUT', {}, true],
  ['DELETE', {}, true],
  ['POST', {}, false],
  ['PATCH', {}, false],
  ['POST', { 'idempotency-key': 'one' }, true],
])('%s with %j may be sent again: %s', (method, headers, expected) => {
  expect(isRepeatable(method, new Headers(headers))).toBe(expected);
});
