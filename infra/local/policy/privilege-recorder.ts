import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** The environment variable with the folder that used privileges are recorded in. */
export const RECORD_PRIVILEGES = 'RECORD_PRIVILEGES';

/**
 * Makes the function that records which privileges each function of the service uses. With `RECORD_PRIVILEGES=<folder>`, each
 * process writes a line `<function> <privilege>` for each of them once; else it records nothing. The test runner compares the lines
 * with what the policies grant (test/support/runner/unused-grants.ts).
 */
export function privilegeRecorder(): (functionName: string, privilege: string) => void {
  const folder = process.env[RECORD_PRIVILEGES];
  if (!folder) return () => {};
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${process.pid}-${process.hrtime.bigint()}.txt`);
  const known = new Set<string>();
  return (functionName, privilege) => {
    const line = `${functionName} ${privilege}`;
    if (known.has(line)) return;
    known.add(line);
    appendFileSync(file, `${line}\n`);
  };
}
