import type { Context } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { createInvoker, type Runnable } from '../../../infra/local/invoke.ts';

const leftOf = (timeLimits: boolean): Promise<unknown> => {
  const handler = (_event: unknown, context: Context): number => context.getRemainingTimeInMillis();
  const entry = { name: 'f', handler: Object.assign(handler, { definition: { timeoutSeconds: 10 } }) } as unknown as Runnable;
  return createInvoker(timeLimits).invoke(entry, {});
};

describe('the time left to a function', () => {
  it('is at most its timeout', async () => {
    expect(await leftOf(true)).toBeLessThanOrEqual(10_000);
  });

  it('is practically without limit where time limits are off, so that no request ends itself on a busy machine', async () => {
    expect(await leftOf(false)).toBeGreaterThan(3_600_000);
  });
});
