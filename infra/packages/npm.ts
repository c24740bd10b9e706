import { execFile } from 'node:child_process';
import { root } from './lock.ts';

export interface NpmAnswer {
  stdout: string;
  /** Warnings and error messages. */
  stderr: string;
  /** What went wrong beside what npm printed, such as that there is no npm, or that it took too long; null when it ended by itself. */
  failure: string | null;
}

/** Longer than a slow registry takes; npm would try for minutes. */
const PATIENCE_MS = 120_000;

/** Runs npm on this repository. Its exit code adds nothing to its output. */
export const runNpm = (...options: string[]): Promise<NpmAnswer> =>
  new Promise(resolve => {
    execFile('npm', options, { cwd: root, maxBuffer: 64 * 2 ** 20, timeout: PATIENCE_MS }, (error, stdout, stderr) => {
      const endedByItself = error === null || typeof error.code === 'number';
      const failure = error?.killed ? `npm did not end within ${PATIENCE_MS / 1000} s` : (error?.message ?? null);
      resolve({ stdout, stderr, failure: endedByItself ? null : failure });
    });
  });
