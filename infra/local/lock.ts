import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Locks a data folder for this process. It is a file lock of the operating system, so a killed process leaves none behind.
 * @returns a function that releases the lock
 * @throws Error when another process has the lock, or the folder cannot be created
 */
export function lockFolder(dataDir: string): () => void {
  const isOurs = !existsSync(dataDir) || existsSync(join(dataDir, 'owner.json'));
  makeFolder(dataDir);
  // It has mails with links that log in, keys and the table. A folder with files of others is not closed to them.
  if (isOurs || readdirSync(dataDir).length === 0) chmodSync(dataDir, 0o700);
  const owner = join(dataDir, 'owner.json');
  const lock = new DatabaseSync(join(dataDir, 'lock.db'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!/locked|busy/i.test((error as Error).message)) throw error;
    throw new Error(
      `${dataDir} is in use by ${ownerOf(owner)}. Stop it, or choose another folder with DATA_DIR (and another PORT).`,
      { cause: error },
    );
  }
  writeFileSync(owner, JSON.stringify({ pid: process.pid }));
  return () => lock.close();
}

/** Like `mkdirSync` with `recursive`, which hangs when a parent folder exists but accepts no new folders, such as `/proc`. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) {
    if (statSync(folder).isDirectory()) return;
    throw new Error(`${folder} is not a folder. Choose another with DATA_DIR.`);
  }
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Another process has made it meanwhile.
    if (code === 'EEXIST') return;
    throw new Error(`The folder ${folder} cannot be made (${message}). Choose another with DATA_DIR.`, { cause: error });
  }
}

function ownerOf(file: string): string {
  try {
    return `process ${(JSON.parse(readFileSync(file, 'utf8')) as { pid: number }).pid}`;
  } catch {
    return 'another process';
  }
}
