import { describe, expect, it } from 'vitest';
import { type Measured, overTarget, TARGETS } from '../../../infra/bundle.ts';

describe('targets', () => {
  const one = (change: Partial<Measured>): Measured => ({
    name: 'invoices-issue',
    file: 'functions/invoices/issue.ts',
    asset: '/nowhere',
    bytes: TARGETS.bytes,
    lazyBytes: 0,
    files: ['invoices-issue.mjs'],
    sources: [],
    packages: [],
    time: { wall: 60, cpu: 60, ratio: TARGETS.importRatio },
    ...change,
  });

  it('met exactly is met', () => {
    expect(overTarget([one({})])).toEqual([]);
  });

  it('are for functions that a caller waits for', () => {
    expect(overTarget([one({ file: 'functions/workers/send-email.ts', bytes: 2 * TARGETS.bytes })])).toEqual([]);
  });

  it('missed is named with both figures', () => {
    expect(overTarget([one({ bytes: TARGETS.bytes + 1000, time: { wall: 80, cpu: 80, ratio: 1.61 } })])).toEqual([
      'invoices-issue loads 701 kB at its start; the target is 700 kB.',
      'invoices-issue takes 1.61 × the import of the baseline; the target is 1.5.',
    ]);
  });
});
