import { randomInt } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** What takes minutes, or needs the machine for itself, and generated tests at length: `npm run test:long`. */
process.env['TEST_LONG'] = '1';
// Another seed each time; a run is repeated by SEED=<the one it printed> npm run test:long.
process.env['SEED'] ??= String(randomInt(2 ** 31 - 1));

const DOES_MORE = /^import .*\/support\/(effort|faults\/every-call)\.ts';$/m;

/** The test files that do more in this run: those that import test/support/effort.ts, or interrupt every call. And what every call costs. */
const generated = globSync('test/{api,bench,conformance,faults,infra,security,unit}/**/*.test.ts').filter(
  file => file.startsWith('test/bench/') || DOES_MORE.test(readFileSync(file, 'utf8')),
);

/** Measures how long the API takes for long texts: nothing else may run beside it. */
const MEASURED = 'test/long/text-cost.test.ts';

/** By itself this run has few of the statuses: they are reported together with those of `npm test`, or where all are required. */
const statuses = [process.env['RECORD_STATUSES'], process.env['REQUIRE_STATUSES']].some(set => set !== undefined)
  ? ['./test/support/runner/observed-statuses.ts']
  : [];

const shared = { testTimeout: 600_000, hookTimeout: 600_000, execArgv: ['--max-semi-space-size=64'] };

export default defineConfig({
  test: {
    globalSetup: 'test/support/einvoice/oracle.ts',
    reporters: ['default', './test/support/runner/slowest-files.ts', ...statuses],
    projects: [
      {
        test: {
          ...{ name: 'generated', include: generated, isolate: false, maxWorkers: 2, sequence: { groupOrder: 0 } },
          ...{ setupFiles: ['test/support/runner/little-work.ts'], ...shared },
        },
      },
      {
        test: {
          ...{
            name: 'long',
            include: ['test/long/**/*.test.ts'],
            exclude: [MEASURED],
            maxWorkers: 2,
            sequence: { groupOrder: 1 },
          },
          ...shared,
        },
      },
      { test: { name: 'measured', include: [MEASURED], maxWorkers: 1, sequence: { groupOrder: 2 }, ...shared } },
    ],
  },
});
