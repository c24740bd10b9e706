import { defineConfig } from 'vitest/config';

/** What takes minutes, or needs the machine for itself: `npm run test:long`. */
export default defineConfig({
  test: {
    include: ['test/long/**/*.test.ts'],
    globalSetup: 'test/support/oracle.ts',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
    // As in vitest.config.ts; and times of long texts hold less collecting of garbage.
    execArgv: ['--max-semi-space-size=64'],
  },
});
