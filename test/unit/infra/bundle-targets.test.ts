import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Measured, overTarget, TARGETS } from '../../../infra/bundle.ts';
import { overUpload, UPLOAD_TARGETS, type Uploaded, zippedBytes } from '../../../infra/bundle/upload.ts';

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

  it('are met by the exact value', () => {
    expect(overTarget([one({})])).toEqual([]);
  });

  it('apply to functions that a caller waits for', () => {
    expect(overTarget([one({ file: 'functions/workers/send-email.ts', bytes: 2 * TARGETS.bytes })])).toEqual([]);
  });

  it('that are missed are reported with both figures', () => {
    expect(overTarget([one({ bytes: TARGETS.bytes + 1000, time: { wall: 80, cpu: 80, ratio: 1.61 } })])).toEqual([
      'invoices-issue loads 701 kB at its start; the target is 700 kB.',
      'invoices-issue takes 1.61 × the import of the baseline; the target is 1.5.',
    ]);
  });
});

describe('targets of uploads', () => {
  const one = (zipped: number, change: Partial<Uploaded> = {}): Uploaded => ({
    ...{ name: 'invoices-issue', file: 'functions/invoices/issue.ts', packages: [], zipped },
    ...change,
  });

  it('apply to each endpoint, except those with packages next to their code, and to all functions together', () => {
    const { endpoint, all } = UPLOAD_TARGETS;
    expect(overUpload([one(endpoint), one(2 * endpoint, { packages: ['saxon-js'] })])).toEqual([]);
    expect(overUpload([one(endpoint + 1000)])).toEqual(['invoices-issue uploads 771 kB; the target is 770 kB.']);
    const worker = one(all + 1000, { file: 'functions/workers/send-email.ts' });
    expect(overUpload([worker])).toEqual(['All functions together upload 175,001 kB; the target is 175,000 kB.']);
  });

  it('apply to the zipped files', () => {
    const folder = mkdtempSync(join(tmpdir(), 'invoicing-zip-'));
    try {
      mkdirSync(join(folder, 'inner'));
      writeFileSync(join(folder, 'inner', 'code.mjs'), 'x'.repeat(100_000));
      // Headers and paths of one file, and a content that is nothing but a repetition.
      expect(zippedBytes(folder)).toBeGreaterThan(76 + 2 * 'inner/code.mjs'.length);
      expect(zippedBytes(folder)).toBeLessThan(500);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
