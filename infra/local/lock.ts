import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Takes a data folder for this process; returns what gives it back. The lock is the operating system's, on a file, so that a
 * killed process leaves none behind.
 * @throws Error when another process has it
 */
export function lockFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
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

function ownerOf(file: string): string {
  try {
    return `process ${(JSON.parse(readFileSync(file, 'utf8')) as { pid: number }).pid}`;
  } catch {
    return 'another process';
  }
}
