import { afterEach, expect, test, vi } from 'vitest';
import { sendingLimits } from '../../../infra/local/engines/ses/limits.ts';
import { setTimeSource } from '#shared/base/kernel/clock.ts';

afterEach(() => setTimeSource(() => Date.now()));

test('SES counts recipients by the second and by the day, and accepts a mail while any capacity is left', () => {
  let at = Date.parse('2026-11-22T10:00:00Z');
  setTimeSource(() => at);
  const limits = { perSecond: 3, perDay: 8 };
  const count = sendingLimits(limits);
  const refusal = (recipients: number): string | undefined => {
    try {
      count(recipients);
      return undefined;
    } catch (error) {
      return `${(error as Error).name}: ${(error as Error).message}`;
    }
  };
  const RATE = 'TooManyRequestsException: Maximum sending rate exceeded.';
  const QUOTA = 'ThrottlingException: Daily message quota exceeded.';
  expect([refusal(2), refusal(5), refusal(1)]).toEqual([undefined, undefined, RATE]);
  at += 999;
  expect(refusal(1)).toBe(RATE);
  at += 1;
  expect([refusal(1), refusal(1)]).toEqual([undefined, QUOTA]);
  at += 86_400_000 - 1_000;
  expect(refusal(1)).toBe(undefined);
});

test('while the local clock is frozen, there is capacity again after a second of real time', () => {
  let machine = 5_000;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => machine);
  setTimeSource(() => Date.parse('2026-11-22T10:00:00Z'));
  const count = sendingLimits({ perSecond: 1, perDay: 2 });
  count(1);
  expect(() => count(1)).toThrow('Maximum sending rate exceeded.');
  machine += 999;
  expect(() => count(1)).toThrow('Maximum sending rate exceeded.');
  machine += 1;
  count(1);
  machine += 1_000;
  expect(() => count(1)).toThrow('Daily message quota exceeded.');
  clock.mockRestore();
});
