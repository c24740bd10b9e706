import { afterAll } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Seconds of processor time of the worker for this test file, from its imports to its last hook. */
    processorSeconds?: number;
  }
}

// A setup file, which the runner evaluates before each test file; its `afterAll` is the last one of the file to run.
const before = process.cpuUsage();
afterAll(({}, file) => {
  const { user, system } = process.cpuUsage(before);
  file.meta.processorSeconds = (user + system) / 1e6;
});
