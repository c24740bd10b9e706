import { lineRecorder } from './line-recorder.ts';

/** The environment variable with the folder that the statuses of answers are recorded in. */
export const RECORD_STATUSES = 'RECORD_STATUSES';

/**
 * Makes the function that records which statuses the operations answer. With `RECORD_STATUSES=<folder>`, each process writes a line
 * `<operation> <status>` for each of them once; else it records nothing. The test runner compares the lines with the OpenAPI document
 * (test/support/runner/observed-statuses.ts).
 */
export function statusRecorder(): (operation: string, status: number) => void {
  const record = lineRecorder(RECORD_STATUSES);
  return (operation, status) => record(`${operation} ${status}`);
}
