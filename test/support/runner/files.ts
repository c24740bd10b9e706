/** Which files are tests of which run, and what is loaded before them. */

/** The files that only `npm run test:long` runs: depth beside the breadth of `npm test`, in the same folder, … */
export const DEPTH_FILES = 'test/**/*.long.test.ts';
/** … and runs of minutes, and measurements. */
export const MINUTES = 'test/{long,bench}/**';

/** Modules to load before each test file. */
export const setupFiles = (...names: string[]): string[] =>
  ['processor-time.ts', ...names].map(name => `test/support/runner/${name}`);
