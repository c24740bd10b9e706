import { defineConfig } from 'vitest/config';

/** Two cores. */
const maxWorkers = 2;

/** A test that puts something of its own in the place of a module needs the program for itself. */
const MOCKS = 'test/**/*.mocks.test.ts';

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'api',
          include: ['test/api/**/*.test.ts'],
          exclude: [MOCKS],
          // The program is loaded once for all; each file starts the system cold, on data of its own (test/support/service.ts).
          isolate: false,
          maxWorkers,
        },
      },
      {
        extends: true,
        test: {
          name: 'rules',
          include: [MOCKS, 'test/{bench,browser,conformance,infra,unit}/**/*.test.ts'],
          maxWorkers,
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          // One after the other, when the rest is done: 64 calls at once need the machine for themselves to answer in time.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
