import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes the function that writes each different line once to a file of the folder that the environment variable names; without the
 * variable it writes nothing. The test runner reads the files of all processes at the end of a run.
 */
export function lineRecorder(variable: string): (line: string) => void {
  const folder = process.env[variable];
  if (!folder) return () => {};
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${process.pid}-${process.hrtime.bigint()}.txt`);
  const known = new Set<string>();
  return line => {
    if (known.has(line)) return;
    known.add(line);
    appendFileSync(file, `${line}\n`);
  };
}
