import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** The environment variable with the folder that actions are recorded in. */
export const RECORD_ACTIONS = 'RECORD_ACTIONS';

/**
 * Makes the function that records which actions of AWS each function of the service uses. With `RECORD_ACTIONS=<folder>`, each
 * process writes a line `<function> <action>` for each of them once; else it records nothing. The test runner compares the lines
 * with what the policies grant (test/support/runner/unused-grants.ts).
 */
export function actionRecorder(): (functionName: string, action: string) => void {
  const folder = process.env[RECORD_ACTIONS];
  if (!folder) return () => {};
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${process.pid}-${process.hrtime.bigint()}.txt`);
  const known = new Set<string>();
  return (functionName, action) => {
    const line = `${functionName} ${action}`;
    if (known.has(line)) return;
    known.add(line);
    appendFileSync(file, `${line}\n`);
  };
}
