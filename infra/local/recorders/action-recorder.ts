import { lineRecorder } from './line-recorder.ts';

/** The environment variable with the folder that the actions of functions are recorded in. */
export const RECORD_ACTIONS = 'RECORD_ACTIONS';

/**
 * Makes the function that records which IAM actions each function of the service uses. With `RECORD_ACTIONS=<folder>`, each process writes
 * a line `<function> <action>` for each of them once; else it records nothing. The test runner compares the lines with what functions
 * declare (test/support/runner/unused-grants.ts).
 */
export function actionRecorder(): (functionName: string, action: string) => void {
  const record = lineRecorder(RECORD_ACTIONS);
  return (functionName, action) => record(`${functionName} ${action}`);
}
