import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BUCKETS, type TokenBucket, WINDOWS } from '#shared/platform/lambda/limits/policies.ts';
import { bucketLevel } from '#shared/platform/lambda/limits/token-bucket.ts';

const MINUTE = 60_000;
/** 10 tokens, 2 more every minute. */
const small: TokenBucket = { size: 10, refill: 2, everySeconds: 60 };

describe('the tokens left in a bucket', () => {
  test.each<[what: string, count: number, elapsed: number, left: number, overflow: boolean, nextRefill: number]>([
    ['the first request takes one', 1, 0, 9, false, 60],
    ['the last token', 10, 0, 0, false, 60],
    ['one too many', 11, 0, -1, false, 60],
    ['nothing is added before its time', 11, MINUTE - 1, -1, false, 0.001],
    ['refills come in whole steps', 11, MINUTE, 1, false, 60],
    ['half way to the next step', 11, 1.5 * MINUTE, 1, false, 30],
    ['two steps', 11, 2 * MINUTE, 3, false, 60],
    ['as much as was used: full before this request', 5, 2 * MINUTE, 9, true, 60],
    ['more than was used does not add up', 5, 100 * MINUTE, 9, true, 60],
    ['a request after a long time finds it full', 1000, 1000 * MINUTE, 9, true, 60],
    ['used up, and all of it refilled', 11, 5 * MINUTE, 9, true, 60],
    ['used up, and all but one refilled', 12, 5 * MINUTE, 8, false, 60],
    ['a clock that went back adds nothing', 3, -5 * MINUTE, 7, false, 360],
  ])('%s', (_, count, elapsed, left, overflow, nextRefill) => {
    expect(bucketLevel(small, count, 1_000_000, 1_000_000 + elapsed)).toEqual({ left, overflow, nextRefill });
  });

  test('the buckets and windows are those of REQ-65, REQ-66', () => {
    expect(BUCKETS).toEqual({
      unauthenticated: { size: 10_000, refill: 100, everySeconds: 300 },
      authenticated: { size: 50_000, refill: 500, everySeconds: 120 },
    });
    expect(WINDOWS).toMatchObject({
      login: { limit: 5, seconds: 60 },
      register: { limit: 10, seconds: 3600 },
      mfaVerify: { limit: 5, seconds: 60 },
      idp: { limit: 10, seconds: 60 },
      passkeyLogin: { limit: 10, seconds: 60 },
      passkeyLoginOptions: { limit: 10, seconds: 60 },
      forgotPassword: { limit: 3, seconds: 900 },
      resetPassword: { limit: 3, seconds: 900 },
      contact: { limit: 3, seconds: 3600 },
      licensingValidate: { limit: 10, seconds: 3600 },
    });
  });
});

describe('over any sequence of requests', () => {
  const bucket = fc.record({
    size: fc.integer({ min: 1, max: 20 }),
    refill: fc.integer({ min: 1, max: 8 }),
    everySeconds: fc.integer({ min: 1, max: 10 }),
  });
  /** Milliseconds between requests: bursts, and pauses of many steps. */
  const gaps = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: 100_000 })), {
    maxLength: 120,
  });

  /** The times at which requests passed, with the item's two attributes changed as `consumeBucket` changes them. */
  function passes(of: TokenBucket, arrivals: number[]): number[] {
    let state: { taken: number; filledAt: number } | undefined;
    return arrivals.filter(at => {
      state = { taken: (state?.taken ?? 0) + 1, filledAt: state?.filledAt ?? at };
      const { left, overflow } = bucketLevel(of, state.taken, state.filledAt, at);
      if (overflow) state = { taken: 1, filledAt: at };
      if (left < 0) state.taken -= 1;
      return left >= 0;
    });
  }

  const arrivalsOf = (pauses: number[]): number[] => {
    let at = 1_000_000;
    return pauses.map(pause => (at += pause));
  };

  test('no more pass in a window than the bucket holds and the refills of the window', () => {
    fc.assert(
      fc.property(bucket, gaps, (of, pauses) => {
        const passed = passes(of, arrivalsOf(pauses));
        passed.forEach((from, first) => {
          passed.slice(first).forEach((to, later) => {
            const refills = Math.floor((to - from) / (of.everySeconds * 1000)) + 1;
            expect(later + 1).toBeLessThanOrEqual(of.size + refills * of.refill);
          });
        });
      }),
    );
  });

  test('the same requests pass as with a bucket that is counted token by token', () => {
    fc.assert(
      fc.property(bucket, gaps, (of, pauses) => {
        const arrivals = arrivalsOf(pauses);
        // The tokens themselves: steps begin with the request that finds the bucket full.
        let tokens = of.size;
        let stepAt = 0;
        const expected = arrivals.filter(at => {
          while (tokens < of.size && stepAt + of.everySeconds * 1000 <= at) {
            stepAt += of.everySeconds * 1000;
            tokens = Math.min(of.size, tokens + of.refill);
          }
          if (tokens === of.size) stepAt = at;
          if (tokens === 0) return false;
          tokens -= 1;
          return true;
        });
        expect(passes(of, arrivals)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });
});
