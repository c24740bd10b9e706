import { globSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { DEPTH_FILES, MINUTES, setupFiles } from './test/support/runner/files.ts';
import { partOf, strictPart } from './test/support/runner/strict-part.ts';

/**
 * No test needs a tenth of this on a quiet machine; a busy one takes several times as long. In strict mode, with everything delivered
 * twice and mails by the rate of SES, tests of the long run wait for minutes.
 */
const USUAL_TIMEOUT = 120_000;
const LONG_TIMEOUT = 600_000;

/** The share of all processor time that one file may take: more would be left when the other workers are done. On any machine the same. */
const FILE_LIMIT = 0.02;

/** A test that puts something of its own in the place of a module needs the program for itself. */
const MOCKS = 'test/**/*.mocks.{test,long.test}.ts';

/** `npm run test:strict` takes the depth of the long run as well, with as few generated examples as here. */
const STRICT = process.env['LOCAL_STRICT'] === 'all';
// In the same file (test/support/effort.ts), or in one of its own.
if (STRICT) process.env['TEST_DEPTH'] = '1';

/** With `TEST_DEPTH=1`, which .ci/run sets, tests of `runIf(DEPTH)` run too; then they need as much time as those of the long run. */
const DEPTH = process.env['TEST_DEPTH'] === '1';

/** For two processors: tests wait for a part of their time, in strict mode for more of it. A fourth worker takes a tenth more of processor time. */
const maxWorkers = STRICT ? 4 : 3;

const exclude = STRICT ? [MINUTES] : [DEPTH_FILES, MINUTES];

/** With `STRICT_PART=<0 to 7>` the files of that part run as in `npm run test:strict`, the others as ever (.ci/run). */
const part = strictPart(process.env['STRICT_PART']);

/**
 * Projects of tests for which the program is loaded once for all: those that run as ever, and those of the strict part. Tests of the
 * system start it cold, on data of their own (test/support/service.ts).
 */
function shared(name: string, folders: string) {
  const all = `test/${folders}/**/*.test.ts`;
  const project = (name: string, include: string[], more: object = {}) => ({
    extends: true as const,
    test: {
      ...{ name, include, exclude: [MOCKS, ...exclude], isolate: false, maxWorkers },
      setupFiles: setupFiles('little-work.ts'),
      ...more,
    },
  });
  if (part === undefined) return [project(name, [all])];
  const [strict = [], usual = []] = [true, false].map(is => globSync(all).filter(file => (partOf(file) === part) === is));
  return [project(name, usual), project(`${name} strict`, strict, { env: { LOCAL_STRICT: 'all' }, testTimeout: LONG_TIMEOUT })];
}

/** `npm test`: each endpoint, rule and worker once. What goes deeper is in `npm run test:long` (vitest.long.config.ts). */
export default defineConfig({
  test: {
    testTimeout: DEPTH ? LONG_TIMEOUT : USUAL_TIMEOUT,
    hookTimeout: DEPTH ? LONG_TIMEOUT : USUAL_TIMEOUT,
    // Waits for a condition end with it, and not because a machine is busy.
    expect: { poll: { timeout: 60_000 } },
    // Requests make much that lives shortly: a tenth of the time went into collecting it.
    execArgv: ['--max-semi-space-size=64'],
    globalSetup: 'test/support/einvoice/oracle.ts',
    reporters: [
      './test/support/runner/progress.ts',
      ['./test/support/runner/slowest-files.ts', { limit: STRICT ? undefined : FILE_LIMIT }],
    ],
    projects: [
      ...shared('api', '{api,browser,security,faults}'),
      ...shared('unit', '{unit,conformance,infra}'),
      {
        extends: true,
        test: { name: 'alone', include: [MOCKS], exclude, maxWorkers, setupFiles: setupFiles() },
      },
    ],
  },
});
