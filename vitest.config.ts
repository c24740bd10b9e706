import { globSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { partOf, strictPart } from './test/support/runner/strict-part.ts';

/** Two cores; tests wait for the strict table a fifth of their time. */
const maxWorkers = 3;

/** A busy machine takes several times as long as a quiet one. With everything delivered twice, and mails by the rate of SES, tests wait longer still. */
const USUAL_TIMEOUT = 60_000;
const STRICT_TIMEOUT = 90_000;

/** A test that puts something of its own in the place of a module needs the program for itself. */
const MOCKS = 'test/**/*.mocks.test.ts';

/** With `STRICT_PART=<0 to 7>` the files of that part run as in `npm run test:strict`, the others as ever (.ci/run). */
const part = strictPart(process.env['STRICT_PART']);

/** With `RECORD_ANSWERS=<folder>`, answers of the API are written there, to be compared by test/bench/compare-answers.ts. */
const recorder = process.env['RECORD_ANSWERS'] === undefined ? [] : ['test/support/runner/record-answers.ts'];

/**
 * Projects of tests for which the program is loaded once for all: those that run as ever, and those of the strict part. Tests of the
 * system start it cold, on data of their own (test/support/service.ts).
 */
function shared(name: string, folders: string, { after = 0 } = {}) {
  const all = `test/${folders}/**/*.test.ts`;
  const project = (name: string, include: string[], more: object = {}) => ({
    extends: true as const,
    test: {
      ...{ name, include, exclude: [MOCKS], isolate: false, maxWorkers },
      setupFiles: ['test/support/runner/little-work.ts', ...recorder],
      sequence: { groupOrder: after },
      ...more,
    },
  });
  if (part === undefined) return [project(name, [all])];
  const [strict = [], usual = []] = [true, false].map(is => globSync(all).filter(file => (partOf(file) === part) === is));
  return [project(name, usual), project(`${name} strict`, strict, { env: { LOCAL_STRICT: 'all' }, testTimeout: STRICT_TIMEOUT })];
}

export default defineConfig({
  test: {
    testTimeout: process.env['LOCAL_STRICT'] === 'all' ? STRICT_TIMEOUT : USUAL_TIMEOUT,
    hookTimeout: 120_000,
    // Requests make much that lives shortly: a tenth of the time went into collecting it.
    execArgv: ['--max-semi-space-size=64'],
    globalSetup: 'test/support/einvoice/oracle.ts',
    reporters: [
      'default',
      './test/support/runner/slowest-files.ts',
      './test/support/runner/unused-grants.ts',
      './test/support/runner/observed-statuses.ts',
    ],
    projects: [
      ...shared('api', '{api,browser,security}'),
      ...shared('unit', '{unit,conformance,infra}'),
      { extends: true, test: { name: 'alone', include: [MOCKS], maxWorkers } },
      // When the rest is done: 64 calls at once must be answered in time, and only one other file is in their way then.
      ...shared('faults', 'faults', { after: 1 }),
    ],
  },
});
