import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PROGRAM = fileURLToPath(new URL('load-chunks.js', import.meta.url));

/** Functions that one process loads: all in one would take more than 1 GB. */
const AT_ONCE = 32;

/**
 * Loads every file of bundled functions once, also the chunks that only some requests import, in processes without any variables.
 *
 * @param folders those of the functions, with the packages beside them
 * @returns a line with the error for each file that cannot be loaded
 * @throws Error when a process ends before it has loaded all
 */
export async function unloadable(folders: readonly string[]): Promise<string[]> {
  const groups = Array.from({ length: Math.ceil(folders.length / AT_ONCE) }, (_, place) =>
    folders.slice(place * AT_ONCE, (place + 1) * AT_ONCE),
  );
  const lines: string[] = [];
  const pending = groups.values();
  const work = async (): Promise<void> => {
    for (const group of pending) {
      const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...group], { env: {} });
      lines.push(...stdout.split('\n').filter(Boolean));
    }
  };
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work));
  return lines.toSorted();
}
