import { defineConfig } from 'vitest/config';

/** Two cores. */
const maxWorkers = 2;

/** All but the one that puts a counter in place of a module. */
const API = 'test/api/**/!(auth-uniform).test.ts';

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'rules', include: ['test/**/*.test.ts'], exclude: [API, 'test/faults/**'], maxWorkers } },
      {
        extends: true,
        test: {
          name: 'api',
          include: [API],
          // Each file starts the system cold, on data of its own (test/support/service.ts); the program is loaded once for all.
          isolate: false,
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
