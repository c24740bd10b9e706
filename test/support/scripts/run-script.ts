import { spawn } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

/** The variables that the test runner, and the run of this process, have put into the environment. */
const OF_THE_RUN = /^(VITEST|TEST_|RECORD_|LOCAL_|STRICT_|SEED$|NODE_ENV$|npm_)/;

/** The exit code of a script of package.json, and its output. */
export interface Ended {
  code: number | null;
  said: string;
}

/**
 * Runs a script of package.json by npm, as a user does.
 *
 * @param cwd the repository, or a copy of it
 */
export function runScript(
  name: string,
  args: readonly string[] = [],
  { cwd = ROOT, environment = {} }: { cwd?: string; environment?: NodeJS.ProcessEnv } = {},
): Promise<Ended> {
  const own = Object.fromEntries(Object.entries(process.env).filter(([variable]) => !OF_THE_RUN.test(variable)));
  const child = spawn('npm', ['run', '--silent', name, '--', ...args], { cwd, env: { ...own, ...environment } });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', code => resolve({ code, said }));
  });
}
