import { describe, expect, it } from 'vitest';
import { type Measured, overTarget, TARGETS } from '../../../infra/bundle.ts';

describe('targets', () => {
  const one = (change: Partial<Measured>): Measured => ({
    name: 'invoices-issue',
    file: 'functions/invoices/issue.ts',
    asset: '/nowhere',
    bytes: TARGETS.bytes,
    lazyBytes: 0,
    files: 3,
    sources: [],
    packages: [],
    time: { wall: TARGETS.importMillis, cpu: 0 },
    ...change,
  });

  it('met to the byte and millisecond is met', () => {
    expect(overTarget([one({})])).toEqual([]);
  });

  it('are for functions that a caller waits for', () => {
    expect(overTarget([one({ file: 'functions/workers/send-email.ts', bytes: 2 * TARGETS.bytes })])).toEqual([]);
  });

  it('missed is named with both figures', () => {
    expect(overTarget([one({ bytes: TARGETS.bytes + 1000, time: { wall: 120, cpu: 0 } })])).toEqual([
      'invoices-issue loads 601 kB at its start; the target is 600 kB.',
      'invoices-issue takes 120 ms to import; the target is 90 ms.',
    ]);
  });
});
