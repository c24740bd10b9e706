import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Compiles XSLT for Saxon. This takes 15 s and 0.8 GB of memory, so the results are cached by the hash of the stylesheet. */

const CACHE = resolve('node_modules/.cache/einvoice');
const COMPILER = join(dirname(createRequire(import.meta.url).resolve('xslt3/package.json')), 'xslt3.js');

/** The path of the compiled stylesheet; compiles it if it is not in the cache. */
export async function compiledFile(path: string): Promise<string> {
  const hash = createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
  const target = join(CACHE, `${hash}.sef.json`);
  if (!existsSync(target)) await underLock(`${target}.lock`, () => compile(path, target));
  return target;
}

/** The compiled stylesheet, parsed. */
export const compiledStylesheet = async (path: string): Promise<unknown> =>
  JSON.parse(await readFile(await compiledFile(path), 'utf8'));

async function compile(source: string, target: string): Promise<void> {
  if (existsSync(target)) return; // Compiled by the previous holder of the lock.
  const unfinished = `${target}.${process.pid}`;
  await promisify(execFile)(process.execPath, [COMPILER, `-xsl:${source}`, `-export:${unfinished}`, '-nogo']);
  await rename(unfinished, target);
}

/** Runs `work` while no other process holds the lock; the lock of a process that died is taken over. */
async function underLock(lock: string, work: () => Promise<void>): Promise<void> {
  await mkdir(dirname(lock), { recursive: true });
  while (!(await taken(lock))) {
    if (!(await holderAlive(lock))) await rm(lock, { force: true });
    else await pause(250);
  }
  try {
    await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function taken(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function holderAlive(lock: string): Promise<boolean> {
  const holder = Number(await readFile(lock, 'utf8').catch(() => ''));
  // Between creating the lock and writing into it, and after its removal, there is no number to read.
  if (!holder) return true;
  try {
    process.kill(holder, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
