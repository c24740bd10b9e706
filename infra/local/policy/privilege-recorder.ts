import { lineRecorder } from '../line-recorder.ts';

/** The environment variable with the folder that used privileges are recorded in. */
export const RECORD_PRIVILEGES = 'RECORD_PRIVILEGES';

/**
 * Makes the function that records which privileges each function of the service uses. With `RECORD_PRIVILEGES=<folder>`, each
 * process writes a line `<function> <privilege>` for each of them once; else it records nothing. The test runner compares the lines
 * with what the policies grant (test/support/runner/unused-grants.ts).
 */
export function privilegeRecorder(): (functionName: string, privilege: string) => void {
  const record = lineRecorder(RECORD_PRIVILEGES);
  return (functionName, privilege) => record(`${functionName} ${privilege}`);
}
