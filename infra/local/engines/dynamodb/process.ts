import { type ChildProcess, execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The path of the dynoxide binary: that of the optional dependency for this platform, else the one on PATH. @throws Error without either */
export function findBinary(platform = `${process.platform}-${process.arch}`): string {
  const candidates = (process.env.PATH ?? '').split(delimiter).map(folder => join(folder, 'dynoxide'));
  try {
    const manifest = createRequire(import.meta.url).resolve(`@dynoxide/${platform}/package.json`);
    candidates.unshift(join(dirname(manifest), 'dynoxide'));
  } catch {
    // The package only exists for some platforms; npm skips it on others.
  }
  const binary = candidates.find(isExecutable);
  if (binary) return binary;
  throw new Error(
    `No DynamoDB server for ${platform}: the optional dependency @dynoxide/${platform} is not installed and there is no ` +
      '`dynoxide` on PATH. Install dynoxide (https://github.com/nubo-db/dynoxide), or set DYNAMODB_ENDPOINT to a running server.',
  );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

interface Recorded {
  pid: number;
  /** Process id of the runtime that started it. */
  parent: number;
}

const recordPath = (folder: string): string => join(folder, 'dynoxide.pid');

/** Writes the child's process id next to its data, so that the next start finds it if this process is killed. */
export function recordChild(folder: string, child: ChildProcess): void {
  writeFileSync(recordPath(folder), JSON.stringify({ pid: child.pid, parent: process.pid }));
}

export function forgetChild(folder: string): void {
  rmSync(recordPath(folder), { force: true });
}

/**
 * Ends the dynoxide process that a killed runtime left on this database. Process ids are reused, so it also checks that the
 * process is a dynoxide on this file.
 * @throws Error when the runtime of the process is still running
 */
export async function endStaleChild(folder: string, database: string): Promise<void> {
  if (!existsSync(recordPath(folder))) return;
  const recorded = readRecord(folder);
  if (recorded && isDynoxideOn(recorded.pid, database)) {
    if (parentOf(recorded.pid) === recorded.parent) {
      throw new Error(`${folder} is in use by the running process ${recorded.parent}. Stop it, or choose another DATA_DIR.`);
    }
    process.kill(recorded.pid, 'SIGKILL');
    while (isDynoxideOn(recorded.pid, database)) await sleep(10);
  }
  forgetChild(folder);
}

function readRecord(folder: string): Recorded | undefined {
  try {
    return JSON.parse(readFileSync(recordPath(folder), 'utf8')) as Recorded;
  } catch {
    return undefined; // half-written by a process killed in between
  }
}

const isDynoxideOn = (pid: number, database: string): boolean => {
  const command = about(pid, 'cmdline', 'args').replaceAll('\0', ' ').trim();
  return command.includes('dynoxide') && command.endsWith(` ${database}`);
};

const parentOf = (pid: number): number => Number(/(?:^|PPid:)\s*(\d+)/m.exec(about(pid, 'status', 'ppid'))?.[1]);

/** Information about a process: a file of /proc, or a column of `ps` where there is no /proc. Empty when the process has ended. */
function about(pid: number, file: 'cmdline' | 'status', column: 'args' | 'ppid'): string {
  try {
    if (existsSync('/proc/self')) return readFileSync(`/proc/${pid}/${file}`, 'utf8');
    return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
