import { randomInt } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { setupFiles } from './test/support/runner/files.ts';

/**
 * What `npm test` leaves out: depth (`*.long.test.ts`), generated tests at length, runs of minutes. `npm run test:long` takes a part of the
 * generated ones, chosen by its seed (test/support/effort.ts); `npm run test:all` takes every test there is, at its full length.
 */
process.env['TEST_LONG'] = '1';
// Another seed each time; a run is repeated by SEED=<the one it printed> npm run test:long.
process.env['SEED'] ??= String(randomInt(2 ** 31 - 1));
if (!/^\d+$/.test(process.env['SEED'])) throw new Error(`SEED=${process.env['SEED']} is not a whole number.`);
const ALL = process.env['TEST_ALL'] === '1';

const DOES_MORE = /^import .*\/support\/(effort|matrix\/endpoints|selection\/selected|faults\/every-call)\.ts';$/m;
const IMPORT_OF_DEPTH = /^import \{ DEPTH \} from '.*';$/m;

/** Whether `npm test` has just run the tests of `runIf(DEPTH)` (.ci/run): files that have no other depth are left out. */
const DEPTH_RAN = process.env['TEST_DEPTH'] === '1' && !ALL;

const SEED = Number(process.env['SEED']);

/**
 * Files of a minute or more, of which a run takes one, by its seed: weeks or a year pass in them, or thousands of calls are made. And of the
 * tests that let processes die at each of their calls, a run takes every other file.
 */
const HEAVY = [
  ...['archive-of-a-year', 'books', 'examples', 'inbound-run', 'webhook-run', 'year-of-recurring', 'year-of-reminders'].map(
    name => `test/long/${name}.test.ts`,
  ),
  ...['delivery-notes/bulk-convert', 'invoices/list', 'sync/corpora', 'webhooks/replay'].map(
    name => `test/api/${name}.long.test.ts`,
  ),
  ...['authority-limits', 'mail-throttling'].map(name => `test/faults/${name}.long.test.ts`),
];
const INTERRUPTED = globSync('test/faults/*.long.test.ts')
  .filter(file => !HEAVY.includes(file))
  .toSorted();
/** Files and folders that the command names are taken in any case. */
const named = process.argv.filter(argument => argument.startsWith('test/'));
const isTaken = (file: string): boolean =>
  ALL ||
  named.some(name => file.startsWith(name)) ||
  (HEAVY.includes(file)
    ? HEAVY.indexOf(file) === SEED % HEAVY.length
    : !INTERRUPTED.includes(file) || INTERRUPTED.indexOf(file) % 2 === SEED % 2);

/** Measures how long the API takes for long texts: nothing else may run beside it. */
const MEASURED = 'test/long/text-cost.test.ts';
const SYSTEMS = globSync('test/long/**/*.test.ts').filter(isTaken);

const files = globSync('test/**/*.test.ts').filter(file => !file.startsWith('test/long/') && isTaken(file));
/** The test files that do more in this run: those that import test/support/effort.ts, or interrupt every call. And what every call costs. */
const doesMore = (file: string): boolean =>
  ALL || /\.long\.test\.ts$/.test(file) || file.startsWith('test/bench/') || DOES_MORE.test(sourceOf(file));
const sourceOf = (file: string): string => {
  const source = readFileSync(file, 'utf8');
  return DEPTH_RAN ? source.replace(IMPORT_OF_DEPTH, '') : source;
};
const isAlone = (file: string): boolean => /\.mocks\.(long\.)?test\.ts$/.test(file);
const [alone = [], shared = []] = [true, false].map(is => files.filter(file => doesMore(file) && isAlone(file) === is));
/** As in `npm test`, unit tests have a program of their own: some put something in the place of what tests of the system need. */
const [api = [], unit = []] = [true, false].map(is =>
  shared.filter(file => /^test\/(api|browser|security|faults)\//.test(file) === is),
);

/** What all tests together must have used and observed. */
const whole = ALL ? ['./test/support/runner/unused-grants.ts', './test/support/runner/observed-statuses.ts'] : [];

/** The longest tests take two minutes on a quiet machine; a busy one takes several times as long. */
const TIMEOUT = 600_000;
const usual = {
  testTimeout: TIMEOUT,
  hookTimeout: TIMEOUT,
  expect: { poll: { timeout: 60_000 } },
  execArgv: ['--max-semi-space-size=64'],
};

export default defineConfig({
  test: {
    globalSetup: 'test/support/einvoice/oracle.ts',
    reporters: ['./test/support/runner/progress.ts', './test/support/runner/slowest-files.ts', ...whole],
    projects: [
      // Projects run in the order of their names: what takes longest comes first, so that no other worker waits for it at the end.
      {
        test: {
          ...{ name: 'alone', include: [...alone, ...SYSTEMS], exclude: [MEASURED], maxWorkers: 3 },
          ...{ setupFiles: setupFiles(), ...usual },
        },
      },
      ...Object.entries({ api, unit }).map(([name, include]) => ({
        test: {
          ...{ name, include, isolate: false, maxWorkers: 3 },
          ...{ setupFiles: setupFiles('little-work.ts'), ...usual },
        },
      })),
      {
        test: {
          ...{ name: 'measured', include: [MEASURED], maxWorkers: 1, sequence: { groupOrder: 1 }, setupFiles: setupFiles() },
          ...usual,
        },
      },
    ],
  },
});
