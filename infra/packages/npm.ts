import { execFile } from 'node:child_process';
import { root } from './lock.ts';

export interface NpmAnswer {
  stdout: string;
  /** Warnings and error messages. */
  stderr: string;
  /** Why npm did not run to its end (not installed, timeout); null when it exited by itself, with any exit code. */
  failure: string | null;
}

/** Timeout: longer than a slow registry takes, but shorter than the minutes for which npm would retry. */
const PATIENCE_MS = 120_000;

/** Runs npm in this repository's root. The exit code is ignored, since the output says the same. */
export const runNpm = (...options: string[]): Promise<NpmAnswer> =>
  new Promise(resolve => {
    execFile('npm', options, { cwd: root, maxBuffer: 64 * 2 ** 20, timeout: PATIENCE_MS }, (error, stdout, stderr) => {
      const endedByItself = error === null || typeof error.code === 'number';
      const failure = error?.killed ? `npm did not end within ${PATIENCE_MS / 1000} s` : (error?.message ?? null);
      resolve({ stdout, stderr, failure: endedByItself ? null : failure });
    });
  });
